"""From messages to token ids: the chat template, and stored ids for the model's own words.

messages -> dicts with marks and nonces -> template -> rendering -> splices -> ids and spans
"""
