import ScrollSimulation
import ScrollTraces

/// The statements that create an empty store's tables, and the values that their columns may have.
///
/// SQLite keeps the comment after a column with the table; the page about the schema prints it.
enum Schema {
  /// The `user_version` of a store.
  ///
  /// Stores with another version are not read.
  static let version = 4

  static let statements = [
    """
    CREATE TABLE trace (
      -- A scroll trace, identified by its content.
      digest TEXT PRIMARY KEY, -- SHA-256 of the file's bytes, in hexadecimal
      path TEXT NOT NULL, -- the path as given; of several, the alphabetically first
      title TEXT NOT NULL, -- a title for people
      kind TEXT NOT NULL, -- `recorded` or `synthetic`
      provenance TEXT NOT NULL, -- the source of the trace
      duration_s REAL NOT NULL, -- seconds from the first sample to the last
      items INTEGER NOT NULL, -- the number of positions in the layout
      images INTEGER NOT NULL, -- the number of different images in them
      gestures TEXT NOT NULL -- hashes of the gestures: sessions that share one are one cluster
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE profile (
      -- A device or a network, identified by its figures.
      digest TEXT PRIMARY KEY, -- digest of every figure, so that two profiles with one name differ
      kind TEXT NOT NULL, -- `device` or `network`
      name TEXT NOT NULL, -- the name in the catalog or in the user's file
      summary TEXT NOT NULL, -- a sentence about it
      figures INTEGER NOT NULL, -- the number of its figures
      estimates INTEGER NOT NULL, -- the number of figures without a measurement
      refresh_rate INTEGER, -- refresh rate of the display, in hertz; null for a network
      memory_bytes INTEGER -- memory of the device; null for a network
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE scenario (
      -- The inputs of a run, except the cache.
      key TEXT PRIMARY KEY, -- digest of the columns below
      trace TEXT NOT NULL REFERENCES trace (digest), -- the trace to scroll
      layout TEXT NOT NULL, -- the layout of the items: the trace's layout, or another
      device TEXT NOT NULL REFERENCES profile (digest), -- the device
      network TEXT NOT NULL REFERENCES profile (digest), -- the network
      loader TEXT NOT NULL, -- the loader, with the settings that differ from its defaults
      loader_settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      prefetcher TEXT NOT NULL, -- the prefetcher, with its settings
      start TEXT NOT NULL -- `cold`, or the part of an earlier session that the app kept
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE run (
      -- A run and its figures.
      key TEXT PRIMARY KEY, -- digest of scenario, policy, settings, budget, seed, model version
      scenario TEXT NOT NULL REFERENCES scenario (key), -- the inputs except the cache
      policy TEXT, -- name of the policy or cache model; null if the loader has no cache
      settings TEXT, -- all its settings, a JSON object of texts; null without a cache
      label TEXT, -- the policy as given, `distance:lead=2`; null without a cache
      budget_bytes INTEGER, -- the cache limit; null without a cache, and without a limit
      seed INTEGER NOT NULL, -- the seed of random draws
      model_version INTEGER NOT NULL, -- version of the model; other versions do not compare
      killed TEXT, -- the reason for which the app was killed; null if it was not
      killed_ms REAL, -- the time at which it was killed
      blank_s REAL NOT NULL, -- blank area as a share of the viewport, integrated over time
      soft_s REAL NOT NULL, -- the same for low variants and fades
      wrong_s REAL NOT NULL, -- the same for images of other items
      placeholder_s REAL NOT NULL, -- how much of the blank area showed a placeholder
      stall_s REAL NOT NULL, -- missing of what was wanted, over time: what runs are ranked by first
      blank_ratio REAL NOT NULL, -- blank seconds while scrolling per second of scrolling
      blank_frames INTEGER NOT NULL, -- frames with any blank
      hitch_ratio REAL NOT NULL, -- hitch milliseconds per second of scrolling
      hitch_band TEXT NOT NULL, -- `good` up to 5, `warning` up to 10, `critical` above
      hang_band TEXT NOT NULL, -- `good` while no frame is later than 250 ms, `warning` up to 500
      stall_band TEXT NOT NULL, -- `good` up to 5 ms of missing screen per second, `warning` up to 10
      band TEXT NOT NULL, -- the worst of these; `critical` if the app was killed
      frozen_s REAL NOT NULL, -- how late frames were, added up, at rest and at launch included
      taps INTEGER NOT NULL, -- what the user tapped
      tap_ms REAL, -- the longest until a frame answered a tap; null is never
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
      later_visits INTEGER NOT NULL, -- appearances of images that had appeared before
      first_visit_hit_rate REAL NOT NULL, -- hits per request, of first appearances of images
      first_visit_stall_s REAL NOT NULL, -- blank and wrong area in the cells of those
      first_visit_p50_ms REAL, -- time to image, of those; null is never
      first_visit_p95_ms REAL, -- the same
      later_visit_hit_rate REAL NOT NULL, -- hits per request, of later appearances
      later_visit_stall_s REAL NOT NULL, -- blank and wrong area in the cells of those
      later_visit_p50_ms REAL, -- time to image, of those; null is never
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
      prefetched_unseen_bytes INTEGER NOT NULL, -- fetched ahead and never requested
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
    "CREATE INDEX run_by_scenario ON run (scenario)",
    """
    CREATE TABLE part (
      -- Parts of a run's figures; parts that are zero are omitted.
      run TEXT NOT NULL REFERENCES run (key), -- the run
      kind TEXT NOT NULL, -- `absence`, `wait`, `cause`, `removal` or `lane`
      name TEXT NOT NULL, -- the reason, the kind of work or the lane
      value REAL NOT NULL, -- images for absence and removal, milliseconds for the others
      PRIMARY KEY (run, kind, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE regret (
      -- The misses of runs above the fewest possible; only for runs with `--regret`.
      run TEXT PRIMARY KEY REFERENCES run (key), -- the run
      bound TEXT, -- `min-bypass` or `pfoo-l`; null if no bound applies to the run
      least_misses INTEGER, -- the fewest misses that the bound allows
      misses INTEGER -- the misses above that number
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE stall_regret (
      -- The least known stalls of scenarios; only for runs with `--regret`.
      run TEXT PRIMARY KEY REFERENCES run (key), -- the run
      proven_stall_s REAL, -- a lower bound for every run of the scenario within its budget
      reached_stall_s REAL, -- the best found; null if the app was killed in every run
      reached_by TEXT, -- the policy that reached it; `foresight` knows the next use of each image
      lru_stall_s REAL -- the stall with `lru`; null if the app was killed
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sweep (
      -- A sweep: a list of runs.
      key TEXT PRIMARY KEY, -- digest of the keys of its runs, in order
      title TEXT NOT NULL, -- a title for people
      spec TEXT NOT NULL, -- the spec, as YAML
      runs INTEGER NOT NULL -- the number of its runs
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE member (
      -- The runs of a sweep that have been made.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- the sweep
      position INTEGER NOT NULL, -- position of the run in it, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      PRIMARY KEY (sweep, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX member_by_run ON member (run)",
    """
    CREATE TABLE budget_rule (
      -- The budgets of a sweep that are shares of memory, for each device.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- the sweep
      rule TEXT NOT NULL, -- the rule in its normal form, `15%<=768MiB`
      device TEXT NOT NULL REFERENCES profile (digest), -- the device
      bytes INTEGER NOT NULL, -- the budget on that device
      PRIMARY KEY (sweep, rule, device)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tuning (
      -- A search for a budget or for settings, and its result.
      key TEXT PRIMARY KEY, -- digest of all inputs of the search, without names and paths
      kind TEXT NOT NULL, -- `budget` or `settings`
      question TEXT NOT NULL, -- the question, as YAML
      limits TEXT NOT NULL, -- the limits, a JSON array of texts; empty for settings
      precision_bytes INTEGER, -- the precision of the budget; null for settings
      label TEXT NOT NULL, -- the policy; for settings, with the best found
      budget_bytes INTEGER, -- the smallest that keeps the limits; null if none, and for settings
      answer TEXT NOT NULL -- the result, as a sentence
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE trial (
      -- The runs on which the result of a search is based.
      tuning TEXT NOT NULL REFERENCES tuning (key), -- the search
      step INTEGER NOT NULL, -- the step of the search; each step follows from earlier ones
      position INTEGER NOT NULL, -- position of the run in its step, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      verdict TEXT NOT NULL, -- `kept`, `broken`, `killed`; `goes on`, `stays`, `best`, `default`
      broken_limit TEXT, -- the first limit that the run breaks; null for none, and for settings
      excess REAL, -- the excess in the limit's unit; null for none, and for a missing event
      PRIMARY KEY (tuning, step, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX trial_by_run ON trial (run)",
    """
    CREATE TABLE stream (
      -- A stream of requests, identified by its requests, regardless of the file format.
      digest TEXT PRIMARY KEY, -- digest of the ids and sizes in order
      path TEXT NOT NULL, -- the path as given; of several, the alphabetically first
      requests INTEGER NOT NULL, -- the number of requests
      images INTEGER NOT NULL, -- the number of different ids
      bytes INTEGER, -- sum of all different images, each with its largest size; null without sizes
      read_as TEXT -- the format and the columns that were read; null for a scroll
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE replay (
      -- A replay of a stream with a policy.
      key TEXT PRIMARY KEY, -- digest of stream, policy, settings, capacity, seed and warm-up
      stream TEXT NOT NULL REFERENCES stream (digest), -- the stream
      policy TEXT NOT NULL, -- name of the policy or cache model
      settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      label TEXT NOT NULL, -- the policy with settings other than its defaults, `clock:bits=2`
      unit TEXT NOT NULL, -- unit of the capacity: `items` or `bytes`
      capacity INTEGER NOT NULL, -- the cache limit
      share TEXT, -- the capacity as a share of all images, `10%`; null for an amount
      seed INTEGER, -- the seed of random draws; null for a policy without randomness
      warm_up INTEGER NOT NULL, -- the number of requests before the counted ones
      requests INTEGER NOT NULL, -- the number of counted requests
      misses INTEGER NOT NULL, -- the number of misses among them
      bytes_requested INTEGER NOT NULL, -- the requested bytes; for items, the number
      bytes_missed INTEGER NOT NULL, -- the missed bytes; for items, the number
      note TEXT, -- a warning that the capacity is too small for the policy; else null
      bound TEXT, -- `belady`, `min-bypass`, `pfoo-l`, or `none`; null without `--regret`
      least_misses INTEGER, -- the fewest misses that the bound allows; null without a bound
      least_bytes INTEGER -- the fewest missed bytes that the bound allows; null without a bound
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX replay_by_stream ON replay (stream)",
    """
    CREATE TABLE opening (
      -- A look at sealed scenarios, for one comparison that was stated before.
      key TEXT PRIMARY KEY, -- digest of the scenarios, the question, the formula and the opponent
      scenes TEXT NOT NULL, -- digest of the sealed scenarios: sessions, devices, budgets
      number INTEGER NOT NULL, -- the number of this look at the scenarios, from 1
      earlier_runs INTEGER NOT NULL, -- runs of the same sessions that the store had before
      question TEXT NOT NULL, -- the spec of the search, as YAML
      formula TEXT NOT NULL, -- the policy that the search found
      opponent TEXT NOT NULL -- the policy that it is compared with
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX opening_by_scenes ON opening (scenes)",
    """
    CREATE VIEW result AS
      -- Runs with their inputs, for queries.
      SELECT run.*, trace.path AS trace, trace.title AS trace_title, trace.kind AS trace_kind,
        device.name AS device, network.name AS network, scenario.layout AS layout,
        scenario.loader AS loader, scenario.prefetcher AS prefetcher,
        scenario.start AS start
      FROM run
      JOIN scenario ON scenario.key = run.scenario
      JOIN trace ON trace.digest = scenario.trace
      JOIN profile AS device ON device.digest = scenario.device
      JOIN profile AS network ON network.digest = scenario.network
    """,
  ]

  /// The values that each column may have besides null; a figure of runs has the values of its
  /// unit.
  ///
  /// Every run of scrollsim stays far within them. The sum of a million of them does not overflow.
  static let values: [String: [String: ColumnValues]] = [
    "trace": [
      "digest": .digits(64), "path": .text, "title": .text,
      "kind": .words(["recorded", "synthetic"]), "provenance": .text,
      "duration_s": .seconds,
      "items": .whole(0...100_000_000), "images": .whole(0...100_000_000),
      "gestures": .gestures,
    ],
    "profile": [
      "digest": .key, "kind": .words(ProfileRecord.Kind.allCases.map(\.rawValue)), "name": .text,
      "summary": .text, "figures": .whole(0...10_000), "estimates": .whole(0...10_000),
      "refresh_rate": .whole(1...10_000), "memory_bytes": .whole(1...Int.max),
    ],
    "scenario": [
      "key": .key, "trace": .digits(64), "layout": .text, "device": .key, "network": .key,
      "loader": .text, "loader_settings": .text, "prefetcher": .text,
      "start": .text,
    ],
    "run": [
      "key": .key, "scenario": .key, "policy": .text, "settings": .text, "label": .text,
      "budget_bytes": .whole(0...Int.max), "seed": .whole(0...Int.max),
      "model_version": .whole(0...1_000_000), "killed": .text, "killed_ms": .milliseconds,
      "cache_mean_bytes": .number(0...4e18),
    ].merging(FigureCatalog.stored.map { ($0.column, ColumnValues($0)) }) { listed, _ in listed },
    "part": [
      "run": .key,
      "kind": .words(["absence", "cause", "lane", "removal", "room", "wait"]),
      "name": .text, "value": .number(0...1e15),
    ],
    "regret": ["run": .key, "bound": .text, "least_misses": .count, "misses": .count],
    "stall_regret": [
      "run": .key, "proven_stall_s": .seconds, "reached_stall_s": .seconds, "reached_by": .text,
      "lru_stall_s": .seconds,
    ],
    "sweep": ["key": .key, "title": .text, "spec": .text, "runs": .whole(0...SweepPlan.limit)],
    "member": ["sweep": .key, "position": .whole(0...SweepPlan.limit - 1), "run": .key],
    "budget_rule": [
      "sweep": .key, "rule": .text, "device": .key, "bytes": .whole(0...Int.max),
    ],
    "tuning": [
      "key": .key, "kind": .words(TuningRecord.Kind.allCases.map(\.rawValue)), "question": .text,
      "limits": .text, "precision_bytes": .whole(0...Int.max), "label": .text,
      "budget_bytes": .whole(0...Int.max), "answer": .text,
    ],
    "trial": [
      "tuning": .key, "step": .count, "position": .whole(0...SweepPlan.limit), "run": .key,
      "verdict": .words(TrialRecord.Verdict.allCases.map(\.rawValue)), "broken_limit": .text,
      "excess": .number(0...1e19),
    ],
    "stream": [
      "digest": .key, "path": .text, "requests": .count, "images": .count, "bytes": .bytes,
      "read_as": .text,
    ],
    "replay": [
      "key": .key, "stream": .key, "policy": .text, "settings": .text, "label": .text,
      "unit": .words(["items", "bytes"]), "capacity": .whole(1...Int.max), "share": .text,
      "seed": .whole(0...Int.max), "warm_up": .count, "requests": .count, "misses": .count,
      "bytes_requested": .bytes, "bytes_missed": .bytes, "note": .text, "bound": .text,
      "least_misses": .count, "least_bytes": .bytes,
    ],
    "opening": [
      "key": .key, "scenes": .key, "number": .whole(1...1_000_000), "earlier_runs": .count,
      "question": .text, "formula": .text, "opponent": .text,
    ],
  ]
}

/// The values that a column of a store may have.
package enum ColumnValues: Sendable {
  case text
  /// A text of hexadecimal digits, by their number.
  case digits(Int)
  case words([String])
  case whole(ClosedRange<Int>)
  /// Finite numbers in a range.
  case number(ClosedRange<Double>)
  /// The description of a `GestureSketch`.
  case gestures

  static let key = ColumnValues.digits(32)
  static let count = ColumnValues.whole(0...1_000_000_000_000)
  /// Bytes, up to 4 EiB.
  static let bytes = ColumnValues.whole(0...1 << 62)
  /// Seconds, up to three centuries.
  static let seconds = ColumnValues.number(0...1e10)
  static let milliseconds = ColumnValues.number(0...1e13)

  /// Creates the values of a figure.
  init(_ figure: Figure) {
    self =
      switch figure.unit {
      case .count: .count
      case .bytes: .bytes
      case .milliseconds: .milliseconds
      case .seconds: .seconds
      case .millisecondsPerSecond: .number(0...1e10)
      // Sums of parts may round upward.
      case .ratio: .number(0...1.000_001)
      case .word: .words(Band.allCases.map(\.rawValue))
      }
  }

  /// Returns a Boolean value that indicates whether a value other than null is allowed.
  package func contains(_ value: StoredValue) -> Bool {
    switch (self, value) {
    case (.text, .text): true
    case (.digits(let count), .text(let text)):
      text.utf8.count == count && text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    case (.words(let words), .text(let text)): words.contains(text)
    case (.whole(let range), .integer(let number)): range.contains(number)
    case (.number(let range), .real(let number)): range.contains(number)
    case (.gestures, .text(let text)): GestureSketch(text) != nil
    default: false
    }
  }
}

extension ColumnValues: CustomStringConvertible {
  /// The values as text that continues "expected".
  package var description: String {
    switch self {
    case .text: "a text"
    case .digits(let count): "\(count) hexadecimal digits"
    case .words(let words): "one of \(words.joined(separator: ", "))"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(range.lowerBound.formatted) to \(range.upperBound.formatted)"
    case .gestures: "ascending hashes of gestures, 16 hexadecimal digits each"
    }
  }
}

extension Double {
  /// The number without a fraction if it has none.
  fileprivate var formatted: String {
    Int(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}
