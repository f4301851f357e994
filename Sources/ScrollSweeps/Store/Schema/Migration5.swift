/// What a device's display and memory are, and what budgets that are shares of memory come to.
///
/// The table of profiles is made anew, since SQLite would put new columns behind its last comment.
/// Profiles of older stores lack both figures until a run fills them in.
enum Migration5 {
  static let name = "5 budget rules"

  static let statements = [
    """
    CREATE TABLE profile_with_memory (
      -- A device or a network, known by its figures.
      digest TEXT PRIMARY KEY, -- of every figure, so that two profiles of one name differ
      kind TEXT NOT NULL, -- `device` or `network`
      name TEXT NOT NULL, -- as in the catalog, or in the user's file
      summary TEXT NOT NULL, -- one sentence
      figures INTEGER NOT NULL, -- how many figures it has
      estimates INTEGER NOT NULL, -- how many of them nobody has measured
      refresh_rate INTEGER, -- of the display, in hertz; null for a network, and in older stores
      memory_bytes INTEGER -- of the device; null for a network, and in older stores
    ) STRICT, WITHOUT ROWID
    """,
    "DROP VIEW result",
    "INSERT INTO profile_with_memory (\(kept)) SELECT \(kept) FROM profile",
    "DROP TABLE profile",
    "ALTER TABLE profile_with_memory RENAME TO profile",
    """
    CREATE TABLE budget_rule (
      -- What the budgets of a sweep that are shares of memory come to, device by device.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- the question
      rule TEXT NOT NULL, -- in one spelling, `15%<=768MiB`
      device TEXT NOT NULL REFERENCES profile (digest), -- on which device
      bytes INTEGER NOT NULL, -- the budget there
      PRIMARY KEY (sweep, rule, device)
    ) STRICT, WITHOUT ROWID
    """,
    Migration4.resultView,
  ]

  /// The columns that there were.
  private static let kept = "digest, kind, name, summary, figures, estimates"
}
