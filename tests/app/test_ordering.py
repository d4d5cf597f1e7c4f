"""Folders, tags and copies of conversations: what is asked of the session is in the store."""

from __future__ import annotations

from app.domain.folders import Folder
from app.ordering import NAME_TAKEN
from tests.app.fakes import World
from tests.app.test_session import talked
from tests.app.test_temporary import begin
from tests.app.test_trash import two


def places(world: World) -> dict[str, str]:
    return {one.id: one.folder for one in world.session.summaries}


def tags(world: World) -> dict[str, tuple[str, ...]]:
    return {one.id: one.tags for one in world.session.summaries}


def test_a_new_folder_takes_what_it_is_made_for(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering

    assert ordering.new_folder("New folder", [first]) == "New folder"
    assert ordering.new_folder("New folder") == "New folder 2"

    assert places(ready) == {first: "New folder", second: ""}
    assert ordering.folders == [Folder("New folder"), Folder("New folder 2")]


def test_several_are_moved_and_come_out_again(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering
    ordering.move([first, second], "Work")
    ordering.move([second], "")

    assert places(ready) == {first: "Work", second: ""}
    ordering.move([first], "")
    assert ordering.folders == [Folder("Work")]


def test_a_folder_has_a_new_name_with_all_in_it(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering
    ordering.move([first], "Work")
    ordering.set_folded("Work", True)
    ordering.rename_folder("Work", "  港口  work ")

    assert ordering.folders == [Folder("港口 work", folded=True)]
    assert places(ready) == {first: "港口 work", second: ""}


def test_a_name_that_is_taken_is_refused(ready: World) -> None:
    ordering = ready.session.ordering
    ordering.new_folder("Work")
    ordering.new_folder("Play")
    ordering.rename_folder("Play", "work")
    ordering.rename_folder("Play", "   ")
    ordering.rename_folder("Work", "WORK")

    assert ready.problems == [NAME_TAKEN]
    assert [folder.name for folder in ordering.folders] == ["Play", "WORK"]


def test_a_deleted_folder_comes_back_with_what_was_in_it(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering
    told: list[tuple[str, int]] = []
    ordering.folder_deleted.connect(lambda name, count: told.append((name, count)))
    ordering.move([first, second], "Work")
    ordering.set_folded("Work", True)

    ordering.delete_folder("Work")
    assert (told, ordering.folders) == ([("Work", 2)], [])
    assert places(ready) == {first: "", second: ""}

    ordering.undo_delete_folder()
    ordering.undo_delete_folder()
    assert ordering.folders == [Folder("Work", folded=True)]
    assert places(ready) == {first: "Work", second: "Work"}


def test_tags_that_differ_only_in_case_are_one(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering
    ordering.set_tag([first, second], " #Sea ", True)
    ordering.set_tag([first], "SEA", True)
    ordering.set_tag([second], "sea", False)
    ordering.set_tag([second], "  ", True)
    ordering.set_tag([second], "apples", True)

    assert tags(ready) == {first: ("Sea",), second: ("apples",)}
    assert ordering.tags == ["apples", "Sea"]


def test_a_temporary_conversation_has_no_place_and_no_tags(ready: World) -> None:
    id = begin(ready)
    ordering = ready.session.ordering
    ordering.move([id], "Work")
    ordering.set_tag([id], "sea", True)

    assert (places(ready), tags(ready), ready.problems) == ({id: ""}, {id: ()}, [])


def test_a_copy_is_listed_and_shown(ready: World) -> None:
    first = talked(ready, "Why?")
    ready.chat.set_draft("And then")
    made = ready.chat.conversation

    ready.session.ordering.duplicate(first, "Why? (copy)")

    copy = ready.chat.conversation
    assert copy.id != first
    assert (copy.title, copy.draft, len(copy.messages)) == ("Why? (copy)", "And then", 2)
    assert [m.text for m in ready.chat.branch] == [m.text for m in made.branch()]
    assert {one.id for one in ready.session.summaries} == {first, copy.id}
    assert ready.problems == []


def test_what_is_begun_in_a_folder_is_there_when_it_is_stored(ready: World) -> None:
    ordering = ready.session.ordering
    ordering.new_folder("Work")
    ready.session.new_conversation()
    ordering.begin_in("Work", ready.chat)
    assert places(ready) == {}

    id = talked(ready, "Why?")
    ordering.move([id], "")
    talked(ready, "And then?")

    assert places(ready) == {id: ""}
    ready.session.new_conversation()
    ordering.begin_in("Work", ready.chat)
    second = talked(ready, "How?")

    assert places(ready) == {id: "", second: "Work"}


def test_it_is_never_seen_anywhere_else(ready: World) -> None:
    seen: list[dict[str, str]] = []
    ready.session.summaries_changed.connect(lambda: seen.append(places(ready)))
    ready.session.ordering.begin_in("Work", ready.chat)
    id = talked(ready, "How?")

    assert {place[id] for place in seen} == {"Work"}


def test_a_branch_and_a_copy_stay_where_they_were_made(ready: World) -> None:
    ordering = ready.session.ordering
    first = talked(ready, "Why?")
    ordering.move([first], "Work")
    ordering.set_tag([first], "sea", True)

    ready.chat.branch_off(ready.chat.branch[-1].id)
    branch = ready.chat.conversation.id
    ready.chat.branch_off(ready.chat.branch[-1].id)
    second = ready.chat.conversation.id
    ordering.duplicate(first, "Copy")
    copy = ready.chat.conversation.id

    ids = {first, branch, second, copy}
    assert places(ready) == dict.fromkeys(ids, "Work")
    assert tags(ready) == dict.fromkeys(ids, ("sea",))
    assert ready.problems == []


def test_what_was_moved_goes_back_to_where_it_was(ready: World) -> None:
    first, second = two(ready)
    ordering = ready.session.ordering
    ordering.move([first], "Work")
    told: list[tuple[list[str], str]] = []
    ordering.moved.connect(lambda titles, folder: told.append((titles, folder)))
    ordering.move([first, second], "Play")
    ordering.move([first], "Play")

    assert told == [(["How?", "Why?"], "Play")]
    ordering.undo_move()
    assert places(ready) == {first: "Work", second: ""}
    ordering.undo_move()
    assert places(ready) == {first: "Work", second: ""}


def test_an_empty_conversation_knows_where_it_will_be(ready: World) -> None:
    ordering = ready.session.ordering
    ready.session.begin_in("Work")
    id = ready.chat.conversation.id
    told: list[str] = []
    ordering.moved.connect(lambda _titles, folder: told.append(folder))
    assert ready.chat.conversation.folder == "Work"

    ready.chat.send("Why?")

    assert places(ready) == {id: "Work"}
    assert told == []
