"""The conversation on screen: one painted view, its rows, and Markdown that grows while it streams.

text -> incremental.IncrementalMarkdown -> blocks -> rows in a flow -> MessageItem -> TranscriptView
"""
