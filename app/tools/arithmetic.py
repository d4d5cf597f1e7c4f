"""Arithmetic on numbers as text, by walking its syntax tree: nothing is ever executed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

LONGEST_EXPRESSION = 200
LARGEST_EXPONENT = 1000
MOST_BITS = 4096
"""Whole numbers may grow this large; they have 1233 digits then."""
TOO_LARGE = "The result is too large."

Number = int | float

_OPERATIONS: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class CannotCompute(Exception):
    """Its text is one sentence for whoever wrote the expression."""


def compute(expression: str) -> str:
    """The value of an expression as text. Raises CannotCompute."""
    if len(expression) > LONGEST_EXPRESSION:
        raise CannotCompute(f"The expression has more than {LONGEST_EXPRESSION} characters.")
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise CannotCompute(f"{expression!r} is no arithmetic expression.") from None
    try:
        return _as_text(_value(tree.body))
    except ZeroDivisionError:
        raise CannotCompute("The expression divides by zero.") from None
    except OverflowError:
        raise CannotCompute(TOO_LARGE) from None


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            return _checked(number)
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand)
        case ast.UnaryOp(op=ast.UAdd()):
            return _value(node.operand)
        case ast.BinOp(op=ast.Pow()):
            return _checked(_power(_value(node.left), _value(node.right)))
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            return _checked(_OPERATIONS[type(node.op)](_value(node.left), _value(node.right)))
    raise CannotCompute("Only numbers, parentheses and + - * / // % ** can be computed.")


def _power(base: Number, exponent: Number) -> Number:
    if abs(exponent) > LARGEST_EXPONENT:
        raise CannotCompute(f"Exponents larger than {LARGEST_EXPONENT} are not computed.")
    if isinstance(base, int) and isinstance(exponent, int):
        _check_bits(base.bit_length() * exponent)
    result = base**exponent
    if isinstance(result, complex):
        raise CannotCompute("A root of a negative number is no real number.")
    assert isinstance(result, int | float)
    return result


def _checked(number: Number) -> Number:
    if isinstance(number, int):
        _check_bits(number.bit_length())
    elif not math.isfinite(number):
        raise CannotCompute(TOO_LARGE)
    return number


def _check_bits(bits: int) -> None:
    if bits > MOST_BITS:
        raise CannotCompute(TOO_LARGE)


def _as_text(number: Number) -> str:
    """Without the last digits of a float, which are noise: 0.1 + 0.2 is 0.3."""
    return str(number) if isinstance(number, int) else format(number, ".15g")
