/// Searches for budgets and settings, and the runs that their answers rest on.
enum Migration2 {
  static let name = "2 tunings"

  static let statements = [
    """
    CREATE TABLE tuning (
      -- A search for a budget or for settings, and what it found.
      key TEXT PRIMARY KEY, -- digest of all that decides the answer, names and paths left out
      kind TEXT NOT NULL, -- `budget` or `settings`
      question TEXT NOT NULL, -- what was asked, as YAML
      limits TEXT NOT NULL, -- what had to be kept, a JSON array of texts; empty for settings
      precision_bytes INTEGER, -- how near the budget is to one that breaks; null for settings
      label TEXT NOT NULL, -- the policy, for settings with the best that were found
      budget_bytes INTEGER, -- the smallest that keeps the limits; null if none, and for settings
      answer TEXT NOT NULL -- what was found, as a sentence
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE trial (
      -- The runs that the answer of a search rests on.
      tuning TEXT NOT NULL REFERENCES tuning (key), -- the search
      step INTEGER NOT NULL, -- when it was asked for: each step follows from those before
      position INTEGER NOT NULL, -- of the run in its step, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      verdict TEXT NOT NULL, -- `kept`, `broken`, `killed`; `goes on`, `stays`, `best`, `default`
      broken_limit TEXT, -- the first limit that the run breaks; null for none, and for settings
      excess REAL, -- by how much, in the limit's unit; null for none, and for what never came
      PRIMARY KEY (tuning, step, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX trial_by_run ON trial (run)",
  ]
}
