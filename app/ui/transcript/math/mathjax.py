"""MathJax inside QuickJS: draws the formulas that mathra does not know how to draw.

It is started by the first such formula, on a thread of its own, for the window never to wait for
it. Its scripts are handed nothing but the text of a formula: no files, no network, little time.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from importlib.resources import files

from PySide6.QtCore import QObject, QTimer, Signal

_log = logging.getLogger(__name__)

DRAW_S = 0.02
"""The window waits so long for a picture; most take a quarter of that."""
LONGEST_S = 2.0
"""No formula is worked on longer."""
LOOK_MS = 30
_MEMORY_BYTES = 200_000_000
_THREAD_STACK_BYTES = 8_000_000
_SCRIPT_STACK_BYTES = 2_000_000
_SCRIPTS = (
    *("loader.js", "core.js", "adaptors/liteDOM.js"),
    *("input/tex-full.js", "output/svg.js", "output/svg/fonts/tex.js"),
)
_BEGIN = "var window = globalThis, MathJax = {loader: {load: []}};"
_END = r"""
const parts = MathJax._, adaptor = parts.adaptors.liteAdaptor.liteAdaptor();
parts.handlers.html_ts.RegisterHTMLHandler(adaptor);
const left_out = ["autoload", "require", "noundefined", "noerrors"];
const input = new parts.input.tex_ts.TeX({
  packages: parts.input.tex.AllPackages.AllPackages.filter(name => !left_out.includes(name)),
  macros: {
    footnotesize: "\\small", bm: ["\\boldsymbol{#1}", 1], Perp: "\\perp\\!\\!\\!\\!\\perp",
    longdiv: ["\\enclose{longdiv}{#1}", 1], phase: ["\\enclose{phasorangle}{#1}", 1],
    oiint: "\\mathop{\\unicode{x222F}}\\nolimits", oiiint: "\\mathop{\\unicode{x2230}}\\nolimits",
  },
  formatError: (_, error) => { throw error; },
});
const output = new parts.output.svg_ts.SVG({
  fontCache: "local", mtextInheritFont: true, font: new parts.output.svg.fonts.tex_ts.TeXFont(),
});
const page = parts.mathjax.mathjax.document("", {InputJax: input, OutputJax: output});
function draw(source, display) {
  try {
    const options = {display, em: 16, ex: 8, containerWidth: 1280};
    return JSON.stringify({svg: adaptor.innerHTML(page.convert(source, options))});
  } catch (error) {
    return JSON.stringify({error: String(error.message || error)});
  }
}
"""

Work = queue.SimpleQueue[tuple[str, bool, Future[str]] | None]
"""Source, whether on lines of its own, and where the picture goes; None ends the thread."""


class MathJax(QObject):
    """Signals:
    changed(): it has started, or a picture has come later than was waited for
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._work: Work = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._late: dict[tuple[str, bool], Future[str]] = {}
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)

    def draw(self, source: str, *, display: bool) -> str | None:
        """An SVG picture, "" when it cannot be drawn, None when it has to be asked for again."""
        key = (source, display)
        future = self._late.pop(key, None)
        at_work = self._thread is not None and all(late.done() for late in self._late.values())
        if future is None:
            future = Future()
            self._start()
            self._work.put((source, display, future))
        try:
            return future.result(DRAW_S if at_work else 0)
        except TimeoutError:
            self._late[key] = future
            self._timer.start()
            return None

    def _start(self) -> None:
        if self._thread is None:
            before = threading.stack_size(_THREAD_STACK_BYTES)
            self._thread = threading.Thread(
                target=_run, args=(self._work,), name="mathjax", daemon=True
            )
            self._thread.start()
            threading.stack_size(before)
            weakref.finalize(self, self._work.put, None).atexit = False

    def _look(self) -> None:
        if all(future.done() for future in self._late.values()):
            self._timer.stop()
            self.changed.emit()
            # What nobody asked for again was the unfinished end of an answer.
            self._late = {key: late for key, late in self._late.items() if not late.done()}


def _run(work: Work) -> None:
    """The thread. Scripts must be called, and ended, on the one that began them."""
    pictures = _started()
    while (wanted := work.get()) is not None:
        source, display, future = wanted
        future.set_result(pictures(source, display) if pictures else "")


def _started() -> Callable[[str, bool], str] | None:
    """What draws; None, told in the log, when it cannot be started."""
    try:
        import quickjs  # 12 MB that most conversations never need

        context = quickjs.Context()
        context.set_memory_limit(_MEMORY_BYTES)
        context.set_max_stack_size(_SCRIPT_STACK_BYTES)
        folder = files("mathjax") / "static" / "mathjax" / "es5"
        scripts = [folder.joinpath(name).read_text("utf-8") for name in _SCRIPTS]
    except (ImportError, OSError) as error:
        _log.warning("MathJax cannot be started: %s", error)
        return None
    for script in (_BEGIN, *scripts, _END):
        context.eval(script)
    context.set_time_limit(LONGEST_S)

    def draw(source: str, display: bool) -> str:
        try:
            answer = context.eval(f"draw({json.dumps(source)}, {json.dumps(display)})")
        except (quickjs.JSException, quickjs.StackOverflow):
            return ""  # it took too long, or too much memory
        return str(json.loads(answer).get("svg", ""))

    return draw
