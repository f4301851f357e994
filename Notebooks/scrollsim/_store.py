"""A store of runs, read as tables."""

import sqlite3
from pathlib import Path

from ._tables import SQL_TYPES, pandas


class Store:
    """The store of a sweep, opened for reading: an SQLite file.

    SQLite may leave a `-wal` and a `-shm` file beside it.
    """

    def __init__(self, path):
        #: The absolute path of the file.
        self.path = Path(path).resolve()
        if not self.path.is_file():
            raise FileNotFoundError(f"{path}: no store; `scrollsim sweep --store {path}` makes one")
        #: The connection of Python's `sqlite3`.
        self.connection = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the file."""
        self.connection.close()

    def __repr__(self):
        return f"scrollsim.open({str(self.path)!r})"

    @property
    def types(self):
        """The types of the columns of all tables, by the names of the columns."""
        types = {}
        for (table,) in self.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            for row in self.connection.execute(f"PRAGMA table_info('{table}')"):
                if row[2] in SQL_TYPES:
                    types[row[1]] = SQL_TYPES[row[2]]
        return types

    def read(self, sql, **parameters):
        """Returns the rows of a query as a table."""
        return pandas().read_sql(sql, self.connection, params=parameters)

    @property
    def sweeps(self):
        """A row for each sweep: its key and title, the runs that it requests, and those made.

        The sweep with the most runs is first.
        """
        return self.read("""
            SELECT sweep.key, coalesce(nullif(sweep.title, ''), 'no title') AS title,
              sweep.runs AS asked, count(member.run) AS made
            FROM sweep LEFT JOIN member ON member.sweep = sweep.key
            GROUP BY sweep.key ORDER BY made DESC, sweep.key
            """)

    def runs(self, sweep=""):
        """Returns a row for each run of a sweep, with its trace, device, network and every figure.

        `sweep` is the beginning of the sweep's key; without it, the sweep is the one with the most
        runs.
        """
        keys = [key for key in self.sweeps["key"] if key.startswith(sweep)]
        if not keys:
            raise KeyError(f"{self.path} has no sweep whose key begins with {sweep!r}")
        rows = self.read(
            "SELECT result.* FROM member JOIN result ON result.key = member.run"
            " WHERE member.sweep = :sweep ORDER BY member.position",
            sweep=keys[0],
        )
        types = self.types
        return rows.astype({name: types[name] for name in rows.columns if name in types})
