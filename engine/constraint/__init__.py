"""Constrained output: which tokens may come next, so that an answer keeps a schema or is a call.

`Constraints` makes a `Constraint` for a round; the round masks logits with it before it samples.
"""
