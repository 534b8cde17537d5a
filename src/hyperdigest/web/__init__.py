"""The app in a browser and the HTTP API behind it (extra `app`).

`app` puts the parts together: `pages` and `api` are the routes, `security` stands before them. A
`Shelf` holds the collections; each is read and fitted by a process of its own (`fitting`, started
and watched by `children`) and answers in threads of this one. Nothing here holds mathematics.
"""
