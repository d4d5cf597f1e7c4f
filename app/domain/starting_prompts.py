"""The prompts the library starts with, in the two languages of the window."""

from __future__ import annotations

from app.domain.prompts import Prompt

ENGLISH = (
    Prompt(
        "explain",
        "Explain",
        "Explain this so that {{reader|somebody new to it}} understands it. Begin with one "
        "sentence that says the main point, then go into it step by step, with an example.\n\n"
        "{{selection}}",
    ),
    Prompt(
        "summarise",
        "Summarise",
        "Summarise the following text in {{length|five sentences}}. Keep names, numbers and "
        "decisions, and add nothing of your own.\n\n{{text}}",
    ),
    Prompt(
        "translate",
        "Translate",
        "Translate the following text into {{language|Chinese}}. Keep its tone and its format, and "
        "write only the translation.\n\n{{text}}",
    ),
    Prompt(
        "rewrite",
        "Rewrite",
        "Rewrite the following text so that it is {{style|clear and friendly}}. Keep what it says "
        "and its language. Then list in short what you changed.\n\n{{text}}",
    ),
    Prompt(
        "review_code",
        "Review code",
        "Review this code. Name bugs first, then what is hard to read, then what could be simpler; "
        "for each, the line, why it matters, and how you would write it.\n\n"
        "```{{programming language|python}}\n{{code}}\n```",
    ),
    Prompt(
        "compare",
        "Compare",
        "Compare {{the one}} with {{the other}} for {{purpose|everyday use}}: a table of what "
        "matters, then a recommendation with its reason.",
    ),
)

CHINESE = (
    Prompt(
        "explain",
        "解释",
        "请向{{谁|刚接触这个主题的人}}解释下面的内容。先用一句话说出要点，再一步一步说明，并举一个例子。"
        "\n\n{{selection}}",
    ),
    Prompt(
        "summarise",
        "总结",
        "请用{{篇幅|五句话}}总结下面的文字。保留人名、数字和决定，不要添加自己的内容。\n\n{{文字}}",
    ),
    Prompt(
        "translate",
        "翻译",
        "请把下面的文字翻译成{{语言|英文}}。保持语气和格式，只写译文。\n\n{{文字}}",
    ),
    Prompt(
        "rewrite",
        "改写",
        "请改写下面的文字，使它{{风格|清楚而友好}}。保持原意和语言，然后简要列出改动。\n\n{{文字}}",
    ),
    Prompt(
        "review_code",
        "审查代码",
        "请审查这段代码。先指出错误，再指出难懂的地方，最后指出可以更简单的地方；"
        "每一处都写明行、原因和你的写法。\n\n```{{编程语言|python}}\n{{代码}}\n```",
    ),
    Prompt(
        "compare",
        "比较",
        "请比较{{甲}}和{{乙}}在{{用途|日常使用}}方面的差别：先用表格列出要点，再给出建议和理由。",
    ),
)
