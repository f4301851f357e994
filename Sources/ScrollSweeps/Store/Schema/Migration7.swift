/// Replays of request streams: no time and no screen, only misses.
enum Migration7 {
  static let name = "7 replays"

  static let statements = [
    """
    CREATE TABLE stream (
      -- A stream of requests, known by its requests, whatever the format of its file.
      digest TEXT PRIMARY KEY, -- of the ids and sizes in order
      path TEXT NOT NULL, -- as it was named; of several names the alphabetically first
      requests INTEGER NOT NULL, -- how many
      images INTEGER NOT NULL, -- how many different ids they have
      bytes INTEGER -- of all different images, each with its largest size; null without sizes
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE replay (
      -- One replay of a stream against a policy.
      key TEXT PRIMARY KEY, -- digest of stream, policy, settings, capacity, seed and warm-up
      stream TEXT NOT NULL REFERENCES stream (digest), -- what was asked for
      policy TEXT NOT NULL, -- name of the policy or cache model
      settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      label TEXT NOT NULL, -- the policy with the settings that are not its own, `clock:bits=2`
      unit TEXT NOT NULL, -- of the capacity: `items` or `bytes`
      capacity INTEGER NOT NULL, -- the cache's limit
      share TEXT, -- the capacity as a share of all images, `10%`; null for an amount
      seed INTEGER, -- for what draws at random; null for a policy that draws nothing
      warm_up INTEGER NOT NULL, -- requests before those that are counted
      requests INTEGER NOT NULL, -- that are counted
      misses INTEGER NOT NULL, -- of them
      bytes_requested INTEGER NOT NULL, -- their bytes; where items are counted, their number
      bytes_missed INTEGER NOT NULL, -- the bytes of the misses, likewise
      note TEXT, -- why the policy is not what its name says in so little room; null if it is
      bound TEXT, -- `belady`, `min-bypass`, `pfoo-l`, or `none`; null where none was asked for
      least_misses INTEGER, -- the fewest misses that the bound allows; null without one
      least_bytes INTEGER -- the fewest bytes missed, likewise
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX replay_by_stream ON replay (stream)",
  ]
}
