import GRDB

/// The schema's history: every store has gone through it from the first to the last.
///
/// A migration is never changed once a store may have gone through it; a new one is a file beside
/// the others, and a line here.
enum Migrations {
  static let all: [(name: String, statements: [String])] = [
    (Migration1.name, Migration1.statements),
    (Migration2.name, Migration2.statements),
    (Migration3.name, Migration3.statements),
    (Migration4.name, Migration4.statements),
    (Migration5.name, Migration5.statements),
    (Migration6.name, Migration6.statements),
    (Migration7.name, Migration7.statements),
    (Migration8.name, Migration8.statements),
  ]

  static let names = all.map(\.name)

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    for (name, statements) in all {
      migrator.registerMigration(name) { database in
        for statement in statements { try database.execute(sql: statement) }
      }
    }
    return migrator
  }()

  /// The names of the migrations that a store has gone through, known or not.
  ///
  /// One transaction, so that the table of them does not come into being between two looks.
  static func applied(to database: Database) throws -> Set<String> {
    var applied: Set<String> = []
    try database.inTransaction(.deferred) {
      let hasAny = try Bool.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'grdb_migrations'")
      if hasAny == true {
        applied = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
      }
      return .commit
    }
    return applied
  }
}

/// One name for each figure: those of columns whose word meant something else elsewhere.
enum Migration3 {
  static let name = "3 names"

  static let statements = [
    ("evictions", "removals"),
    ("peak_cache_bytes", "cache_peak_bytes"),
    ("mean_cache_bytes", "cache_mean_bytes"),
    ("over_limit_s", "over_budget_s"),
    ("peak_memory_bytes", "footprint_peak_bytes"),
  ].map { "ALTER TABLE run RENAME COLUMN \($0) TO \($1)" }
}

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

/// How far runs are from the least stall that is known, and what prefetching fetched for nothing.
///
/// The table of runs is made anew, since SQLite would put the new column behind its last comment.
/// Runs of older stores lack it.
enum Migration6 {
  static let name = "6 stall regret"

  static let statements = [
    """
    CREATE TABLE run_with_unseen (
      -- One run and its figures; a figure that the rules of an older run lack is null.
      key TEXT PRIMARY KEY, -- digest of scenario, policy, settings, budget, seed, model version
      scenario TEXT NOT NULL REFERENCES scenario (key), -- everything but the cache
      policy TEXT, -- name of the policy or cache model; null if the loader has no cache
      settings TEXT, -- all its settings, a JSON object of texts; null without a cache
      label TEXT, -- the policy as it was asked for, `distance:lead=2`; null without a cache
      budget_bytes INTEGER, -- the cache's limit; null without a cache, and where nothing limits it
      seed INTEGER NOT NULL, -- for what draws at random
      model_version INTEGER NOT NULL, -- of the simulation's rules; other versions do not compare
      killed TEXT, -- why the app was killed; null if it was not
      killed_ms REAL, -- when it was
      blank_s REAL NOT NULL, -- blank area as a share of the viewport, integrated over time
      soft_s REAL NOT NULL, -- the same for low variants and fades
      wrong_s REAL NOT NULL, -- the same for images of other items
      placeholder_s REAL, -- how much of the blank area showed a placeholder
      stall_s REAL NOT NULL, -- missing of what was wanted, over time: what runs are ranked by first
      blank_ratio REAL NOT NULL, -- blank seconds while scrolling per second of scrolling
      blank_frames INTEGER NOT NULL, -- frames with any blank
      hitch_ratio REAL NOT NULL, -- hitch milliseconds per second of scrolling
      hitch_band TEXT NOT NULL, -- `good` up to 5, `warning` up to 10, `critical` above
      hang_band TEXT, -- `good` while no frame is later than 250 ms, `warning` up to 500
      stall_band TEXT, -- `good` up to 5 ms of missing screen per second, `warning` up to 10
      band TEXT, -- the worst of these; `critical` if the app was killed
      frozen_s REAL, -- how late frames were, added up, at rest and at launch included
      taps INTEGER, -- what the user tapped
      tap_ms REAL, -- the longest until a frame answered a tap; null is never, or unknown
      hitches INTEGER NOT NULL, -- late frames
      hitch_ms REAL NOT NULL, -- their delays together
      worst_hitch_ms REAL NOT NULL, -- the longest of them
      main_thread_ms REAL NOT NULL, -- how long the main thread was busy
      p50_ms REAL, -- time to image, nearest rank over all appearances; null is never
      p95_ms REAL, -- the same
      p99_ms REAL, -- the same
      max_ms REAL, -- the same
      appearances INTEGER NOT NULL, -- times that an item became visible
      at_once INTEGER NOT NULL, -- whose image came with the cell
      late INTEGER NOT NULL, -- whose image came after it
      never_shown INTEGER NOT NULL, -- that left without their image
      unfinished INTEGER NOT NULL, -- still waiting at the end
      skipped INTEGER NOT NULL, -- items passed over between two frames
      later_visits INTEGER, -- appearances of images that had appeared before
      first_visit_hit_rate REAL, -- hits per request, of first appearances of images
      first_visit_stall_s REAL, -- blank and wrong area in the cells of those
      first_visit_p50_ms REAL, -- time to image, of those; null is never, or unknown
      first_visit_p95_ms REAL, -- the same
      later_visit_hit_rate REAL, -- hits per request, of later appearances
      later_visit_stall_s REAL, -- blank and wrong area in the cells of those
      later_visit_p50_ms REAL, -- time to image, of those; null is never, or unknown
      later_visit_p95_ms REAL, -- the same
      requests INTEGER NOT NULL, -- what visible items asked the loader for
      hits INTEGER NOT NULL, -- of them found in the cache
      hit_rate REAL NOT NULL, -- hits per request
      byte_hit_rate REAL NOT NULL, -- the same by bytes
      decode_hit_rate REAL NOT NULL, -- the same by decode time saved
      live_hits INTEGER NOT NULL, -- found in a cell although not in the cache
      joined INTEGER NOT NULL, -- joined a load that was under way
      stale INTEGER NOT NULL, -- hits on an image that has changed since
      prefetches INTEGER NOT NULL, -- loads that were started ahead
      prefetches_used INTEGER NOT NULL, -- of them wanted later
      evicted_unused INTEGER NOT NULL, -- fetched ahead, and evicted before anybody wanted them
      prefetched_unseen_bytes INTEGER, -- fetched ahead for nothing; null in older stores
      evicted_too_early INTEGER NOT NULL, -- evicted, and wanted within three screens
      removals INTEGER NOT NULL, -- images removed to make room
      refusals INTEGER NOT NULL, -- images that the cache did not take
      cache_peak_bytes INTEGER NOT NULL, -- the most that the cache held
      cache_mean_bytes REAL NOT NULL, -- the mean over the time on screen
      over_budget_s REAL NOT NULL, -- seconds above the budget
      oversubscribed_s REAL NOT NULL, -- seconds in which no policy could have helped
      decodes INTEGER NOT NULL, -- on all lanes and the main thread
      decode_ms REAL NOT NULL, -- the time that they took
      wasted_decode_ms REAL NOT NULL, -- decoded, and freed without having been shown
      bytes_read INTEGER NOT NULL, -- from flash
      bytes_downloaded INTEGER NOT NULL, -- over the network
      wasted_bytes INTEGER NOT NULL, -- downloaded for nothing
      energy_s REAL NOT NULL, -- processor and radio seconds: a proxy, no joules
      footprint_peak_bytes INTEGER NOT NULL, -- the app's footprint at most
      memory_warnings INTEGER NOT NULL, -- from the system
      first_frame_ms REAL, -- from the launch to the first frame, at most; null is never
      frames INTEGER NOT NULL, -- frames that were processed
      duration_s REAL NOT NULL -- simulated seconds, until the app was killed if it was
    ) STRICT, WITHOUT ROWID
    """,
    "DROP VIEW result",
    "INSERT INTO run_with_unseen (\(kept)) SELECT \(kept) FROM run",
    "DROP TABLE run",
    "ALTER TABLE run_with_unseen RENAME TO run",
    "CREATE INDEX run_by_scenario ON run (scenario)",
    """
    CREATE TABLE stall_regret (
      -- How far runs are from the least stall that is known; only of runs for which it was asked.
      run TEXT PRIMARY KEY REFERENCES run (key), -- whose
      proven_stall_s REAL, -- no run of its scenario stalls less whose cache keeps its budget
      reached_stall_s REAL, -- the least that was tried there; null if the app was always killed
      reached_by TEXT, -- by which policy; `foresight` knows when each image is wanted next
      lru_stall_s REAL -- what `lru` stalls there; null if the app was killed
    ) STRICT, WITHOUT ROWID
    """,
    Migration4.resultView,
  ]

  /// The columns that there were.
  private static let kept = """
    key, scenario, policy, settings, label, budget_bytes, seed, model_version, killed,
    killed_ms, blank_s, soft_s, wrong_s, placeholder_s, stall_s, blank_ratio, blank_frames,
    hitch_ratio, hitch_band, hang_band, stall_band, band, frozen_s, taps, tap_ms, hitches,
    hitch_ms, worst_hitch_ms, main_thread_ms, p50_ms, p95_ms, p99_ms, max_ms, appearances,
    at_once, late, never_shown, unfinished, skipped, later_visits, first_visit_hit_rate,
    first_visit_stall_s, first_visit_p50_ms, first_visit_p95_ms, later_visit_hit_rate,
    later_visit_stall_s, later_visit_p50_ms, later_visit_p95_ms, requests, hits, hit_rate,
    byte_hit_rate, decode_hit_rate, live_hits, joined, stale, prefetches, prefetches_used,
    evicted_unused, evicted_too_early, removals, refusals, cache_peak_bytes, cache_mean_bytes,
    over_budget_s, oversubscribed_s, decodes, decode_ms, wasted_decode_ms, bytes_read,
    bytes_downloaded, wasted_bytes, energy_s, footprint_peak_bytes, memory_warnings,
    first_frame_ms, frames, duration_s
    """
}
