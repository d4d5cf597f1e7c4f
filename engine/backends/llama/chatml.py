"""The chat template for models that bring none."""

CHATML = """\
{%- for message in messages -%}
<|im_start|>{{ message['role'] }}
{{ message['content'] }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|im_start|>assistant
{% endif -%}
"""

NO_TEMPLATE_NOTE = (
    "This model brings no chat template, so ChatML is used; "
    "if answers look wrong, choose another template."
)
