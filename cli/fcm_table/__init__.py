"""The table: `fcm play` as a full screen in the terminal, one of the faces on the presenter `fcm_face`.

Only what opens the table may import this package: Textual takes a moment to load.
"""
