"""The app in a browser and the HTTP API behind it (extra `app`).

`app` puts the parts together: `pages` and `api` are the routes, `security` stands before them. A
`Registry` holds the collections. Each is read and fitted by an isolated process (`fitting`), in
the order of a `JobQueue`, and answers in the threads of a `ThreadQueue`. Nothing here computes
digests.
"""
