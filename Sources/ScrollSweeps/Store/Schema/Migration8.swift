/// Openings of sealed scenes: what had been named when they were looked at.
enum Migration8 {
  static let name = "8 openings"

  static let statements = [
    """
    CREATE TABLE opening (
      -- A look at sealed scenes, for one comparison that was named before.
      key TEXT PRIMARY KEY, -- digest of the scenes, the question, the formula and the opponent
      scenes TEXT NOT NULL, -- digest of the sealed scenes: sessions, devices, budgets
      number INTEGER NOT NULL, -- which opening of these scenes it was, from 1
      earlier_runs INTEGER NOT NULL, -- runs of the same sessions that the store had before it
      question TEXT NOT NULL, -- the spec of the search, as YAML
      formula TEXT NOT NULL, -- the policy that was found
      opponent TEXT NOT NULL -- the policy that it had to beat
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX opening_by_scenes ON opening (scenes)",
  ]
}
