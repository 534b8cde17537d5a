"""The app in a browser and the HTTP API behind it (extra `app`).

`app` joins the routes of `pages` and `api`, and `security` checks all requests before them. A
`Registry` has the collections. Each is read and fitted by an isolated process (`fitting`), in
the order of a `JobQueue`, and answers in the threads of a `ThreadQueue`. Nothing here computes
digests.
"""
