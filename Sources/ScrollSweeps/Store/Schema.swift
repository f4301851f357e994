import ScrollSimulation
import ScrollTraces

/// The statements that create an empty store's tables, and the values that their columns may have.
///
/// SQLite keeps the comment after a column with the table; the page about the schema prints it.
enum Schema {
  /// The `user_version` of a store.
  ///
  /// Stores with another version are not read.
  static let version = 5

  static let statements = [
    """
    CREATE TABLE trace (
      -- A scroll trace, identified by its content.
      digest TEXT PRIMARY KEY, -- SHA-256 of the file's bytes, in hexadecimal
      path TEXT NOT NULL, -- path as given; the alphabetically first of several
      title TEXT NOT NULL, -- title for readers
      kind TEXT NOT NULL, -- `recorded` or `synthetic`
      provenance TEXT NOT NULL, -- source of the recording
      duration_s REAL NOT NULL, -- seconds from its first sample to its last
      items INTEGER NOT NULL, -- number of places in the layout
      images INTEGER NOT NULL, -- number of different images
      gestures TEXT NOT NULL -- hashes of its gestures; sessions that share one form a cluster
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE profile (
      -- A device or a network, identified by its figures.
      digest TEXT PRIMARY KEY, -- digest of all figures, which distinguishes profiles of the same name
      kind TEXT NOT NULL, -- `device` or `network`
      name TEXT NOT NULL, -- as in the catalog, or in the user's file
      summary TEXT NOT NULL, -- one sentence
      figures INTEGER NOT NULL, -- number of its figures
      estimates INTEGER NOT NULL, -- number of its estimated figures
      refresh_rate INTEGER, -- of the display, in hertz; null for a network
      memory_bytes INTEGER -- of the device; null for a network
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE scenario (
      -- Everything about a run except its cache.
      key TEXT PRIMARY KEY, -- digest of the columns below
      trace TEXT NOT NULL REFERENCES trace (digest), -- scrolled trace
      layout TEXT NOT NULL, -- layout of the items: the trace's, or another
      device TEXT NOT NULL REFERENCES profile (digest), -- simulated device
      network TEXT NOT NULL REFERENCES profile (digest), -- simulated network
      loader TEXT NOT NULL, -- loader, with the settings that differ from its defaults
      loader_settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      prefetcher TEXT NOT NULL, -- prefetcher, with its settings
      start TEXT NOT NULL -- `cold`, or the content kept from an earlier session
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE run (
      -- A run and its figures.
      key TEXT PRIMARY KEY, -- digest of scenario, policy, settings, budget, seed, model version
      scenario TEXT NOT NULL REFERENCES scenario (key), -- scenario of the run
      policy TEXT, -- name of the policy or cache model; null if the loader has no cache
      settings TEXT, -- all its settings, a JSON object of texts; null without a cache
      label TEXT, -- policy as requested, `distance:lead=2`; null without a cache
      budget_bytes INTEGER, -- limit of the cache; null without a cache or without a limit
      seed INTEGER NOT NULL, -- seed of random draws
      model_version INTEGER NOT NULL, -- version of the simulation's rules; runs of other versions are not comparable
      killed TEXT, -- why the app was killed; null if it was not
      killed_ms REAL, -- when it was
      blank_s REAL NOT NULL, -- blank area as a share of the viewport, integrated over time
      soft_s REAL NOT NULL, -- blank time for low variants and fading images
      wrong_s REAL NOT NULL, -- blank time for images of other items
      placeholder_s REAL NOT NULL, -- part of the blank time with a placeholder
      stall_s REAL NOT NULL, -- missing part of the screen, integrated over time; the first criterion of the ranking
      blank_ratio REAL NOT NULL, -- blank seconds while scrolling per second of scrolling
      blank_frames INTEGER NOT NULL, -- frames with any blank
      hitch_ratio REAL NOT NULL, -- hitch milliseconds per second of scrolling
      hitch_band TEXT NOT NULL, -- `good` up to 5, `warning` up to 10, `critical` above
      hang_band TEXT NOT NULL, -- `good` while no frame is later than 250 ms, `warning` up to 500
      stall_band TEXT NOT NULL, -- `good` up to 5 ms of missing screen per second, `warning` up to 10
      band TEXT NOT NULL, -- the worst of these; `critical` if the app was killed
      frozen_s REAL NOT NULL, -- total delay of late frames, including rest and launch
      taps INTEGER NOT NULL, -- taps of the user
      tap_ms REAL, -- longest response to a tap; null means never
      hitches INTEGER NOT NULL, -- late frames
      hitch_ms REAL NOT NULL, -- total delay of late frames while scrolling
      worst_hitch_ms REAL NOT NULL, -- longest delay of a late frame
      main_thread_ms REAL NOT NULL, -- busy time of the main thread
      p50_ms REAL, -- median time to image over all appearances, nearest rank; null means never
      p95_ms REAL, -- the same
      p99_ms REAL, -- the same
      max_ms REAL, -- the same
      appearances INTEGER NOT NULL, -- appearances of items
      at_once INTEGER NOT NULL, -- appearances whose image came with the cell
      late INTEGER NOT NULL, -- appearances whose image came after the cell
      never_shown INTEGER NOT NULL, -- appearances that ended without an image
      unfinished INTEGER NOT NULL, -- appearances still waiting at the end
      skipped INTEGER NOT NULL, -- items skipped between two frames
      later_visits INTEGER NOT NULL, -- appearances of images that appeared before
      first_visit_hit_rate REAL NOT NULL, -- hits per request, of first appearances of images
      first_visit_stall_s REAL NOT NULL, -- blank and wrong area in their cells
      first_visit_p50_ms REAL, -- median time to image of these; null means never
      first_visit_p95_ms REAL, -- the same
      later_visit_hit_rate REAL NOT NULL, -- hits per request, of later appearances
      later_visit_stall_s REAL NOT NULL, -- blank and wrong area in their cells
      later_visit_p50_ms REAL, -- median time to image of these; null means never
      later_visit_p95_ms REAL, -- the same
      requests INTEGER NOT NULL, -- requests of visible items to the loader
      hits INTEGER NOT NULL, -- requests found in the cache
      hit_rate REAL NOT NULL, -- hits per request
      byte_hit_rate REAL NOT NULL, -- hits per request, by bytes
      decode_hit_rate REAL NOT NULL, -- hits per request, by decode time saved
      live_hits INTEGER NOT NULL, -- requests found in a cell but not in the cache
      joined INTEGER NOT NULL, -- requests that joined a load in progress
      stale INTEGER NOT NULL, -- hits on an image that has changed since
      prefetches INTEGER NOT NULL, -- prefetches started
      prefetches_used INTEGER NOT NULL, -- prefetched images that an item requested later
      evicted_unused INTEGER NOT NULL, -- prefetched, and evicted before any item requested them
      prefetched_unseen_bytes INTEGER NOT NULL, -- prefetched bytes that no item requested
      evicted_too_early INTEGER NOT NULL, -- evicted, and requested again within three screens of scrolling
      removals INTEGER NOT NULL, -- images removed from the cache, for any reason
      refusals INTEGER NOT NULL, -- images that the cache refused
      cache_peak_bytes INTEGER NOT NULL, -- largest size of the cache
      cache_mean_bytes REAL NOT NULL, -- mean size of the cache while the app is on screen
      over_budget_s REAL NOT NULL, -- time in which the cache exceeds its budget
      oversubscribed_s REAL NOT NULL, -- time in which the images on screen exceed the budget, so that no policy helps
      decodes INTEGER NOT NULL, -- decodes on all lanes and the main thread
      decode_ms REAL NOT NULL, -- time of these decodes
      wasted_decode_ms REAL NOT NULL, -- decode time of images that were freed without being shown
      bytes_read INTEGER NOT NULL, -- from flash
      bytes_downloaded INTEGER NOT NULL, -- over the network
      wasted_bytes INTEGER NOT NULL, -- downloaded bytes that were not used
      energy_s REAL NOT NULL, -- processor and radio seconds: a proxy, not joules
      footprint_peak_bytes INTEGER NOT NULL, -- largest footprint of the app
      memory_warnings INTEGER NOT NULL, -- from the system
      first_frame_ms REAL, -- longest time from a launch to its first frame; null means never
      frames INTEGER NOT NULL, -- frames processed
      duration_s REAL NOT NULL -- simulated seconds, until the end or until the app was killed
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX run_by_scenario ON run (scenario)",
    """
    CREATE TABLE part (
      -- Parts of a run's figures; zeros are left out.
      run TEXT NOT NULL REFERENCES run (key), -- run
      kind TEXT NOT NULL, -- `absence`, `wait`, `cause`, `removal` or `lane`
      name TEXT NOT NULL, -- name of the reason, the kind of work or the lane
      value REAL NOT NULL, -- images for absence and removal, milliseconds for the others
      PRIMARY KEY (run, kind, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE regret (
      -- Misses of runs above the fewest possible; only if requested.
      run TEXT PRIMARY KEY REFERENCES run (key), -- run
      bound TEXT, -- `min-bypass` or `pfoo-l`; null if the run has no bound
      least_misses INTEGER, -- fewest possible misses
      misses INTEGER -- misses above the fewest possible
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE stall_regret (
      -- Stall of runs and the best stall found; only if requested.
      run TEXT PRIMARY KEY REFERENCES run (key), -- run
      proven_stall_s REAL, -- lower bound of the stall for caches that keep the budget
      reached_stall_s REAL, -- best stall found; null if the app was always killed
      reached_by TEXT, -- policy of the best stall found; `foresight` knows when each image is requested next
      lru_stall_s REAL -- stall of `lru`; null if the app was killed
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sweep (
      -- A sweep: a list of runs.
      key TEXT PRIMARY KEY, -- digest of the keys of its runs, in order
      title TEXT NOT NULL, -- title for readers
      spec TEXT NOT NULL, -- spec, as YAML
      runs INTEGER NOT NULL -- number of its runs
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE member (
      -- The finished runs of a sweep.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- sweep
      position INTEGER NOT NULL, -- position of the run in the sweep, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      PRIMARY KEY (sweep, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX member_by_run ON member (run)",
    """
    CREATE TABLE budget_rule (
      -- Budgets of a sweep that are shares of memory, in bytes for each device.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- sweep
      rule TEXT NOT NULL, -- rule in its normal form, `15%<=768MiB`
      device TEXT NOT NULL REFERENCES profile (digest), -- device
      bytes INTEGER NOT NULL, -- budget on that device
      PRIMARY KEY (sweep, rule, device)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tuning (
      -- A search for a budget or for settings, and its answer.
      key TEXT PRIMARY KEY, -- digest of the question, without names and paths
      kind TEXT NOT NULL, -- `budget` or `settings`
      question TEXT NOT NULL, -- spec, as YAML
      limits TEXT NOT NULL, -- limits to keep, a JSON array of texts; empty for settings
      precision_bytes INTEGER, -- largest gap to a budget that breaks a limit; null for settings
      label TEXT NOT NULL, -- policy, with the best settings found
      budget_bytes INTEGER, -- smallest budget that keeps the limits; null if none, and for settings
      answer TEXT NOT NULL -- answer, as a sentence
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE trial (
      -- The runs of a search.
      tuning TEXT NOT NULL REFERENCES tuning (key), -- the search
      step INTEGER NOT NULL, -- number of the step; each follows from the steps before
      position INTEGER NOT NULL, -- position of the run in its step, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      verdict TEXT NOT NULL, -- `kept`, `broken`, `killed`; `goes on`, `stays`, `best`, `default`
      broken_limit TEXT, -- the first limit that the run breaks; null for none, and for settings
      excess REAL, -- excess over the limit, in its unit; null for none, and if the value is infinite
      PRIMARY KEY (tuning, step, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX trial_by_run ON trial (run)",
    """
    CREATE TABLE stream (
      -- A stream of requests, identified by its requests, not by its file format.
      digest TEXT PRIMARY KEY, -- digest of the ids and sizes in order
      path TEXT NOT NULL, -- path as given; the alphabetically first of several
      requests INTEGER NOT NULL, -- number of requests
      images INTEGER NOT NULL, -- number of different ids
      bytes INTEGER, -- total bytes of all different images, each with its largest size; null without sizes
      read_as TEXT, -- format and columns of the file; null for a scroll
      gestures TEXT, -- hashes of a scroll's gestures; streams that share one form a cluster; null without a scroll
      recording TEXT, -- recording from which a scroll was cut; null for none
      beginning TEXT -- hashes of the first 1, 2, 4, ... 1024 ids; null for a scroll
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE replay (
      -- A replay of a stream with a policy.
      key TEXT PRIMARY KEY, -- digest of stream, policy, settings, capacity, seed and warm-up
      stream TEXT NOT NULL REFERENCES stream (digest), -- replayed stream
      policy TEXT NOT NULL, -- name of the policy or cache model
      settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      label TEXT NOT NULL, -- policy with the settings that differ from its defaults, `clock:bits=2`
      unit TEXT NOT NULL, -- unit of the capacity: `items` or `bytes`
      capacity INTEGER NOT NULL, -- the cache's limit
      share TEXT, -- the capacity as a share of all images, `10%`; null for an amount
      seed INTEGER, -- seed of random draws; null for a policy that draws nothing
      warm_up INTEGER NOT NULL, -- requests before the counted ones
      requests INTEGER NOT NULL, -- counted requests
      misses INTEGER NOT NULL, -- counted misses
      bytes_requested INTEGER NOT NULL, -- bytes of the requests; their number if the unit is items
      bytes_missed INTEGER NOT NULL, -- bytes of the misses; their number if the unit is items
      note TEXT, -- reason why the capacity is too small for the policy; null if it is not
      bound TEXT, -- `belady`, `min-bypass`, `pfoo-l`, or `none`; null if not requested for
      least_misses INTEGER, -- fewest misses that the bound allows; null without a bound
      least_bytes INTEGER -- fewest bytes missed, likewise
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX replay_by_stream ON replay (stream)",
    """
    CREATE TABLE opening (
      -- An opening of sealed scenarios, for one comparison that was chosen before.
      key TEXT PRIMARY KEY, -- digest of the scenarios, the question, the formula and the opponent
      scenes TEXT NOT NULL, -- digest of the sealed scenarios: sessions, devices, budgets
      number INTEGER NOT NULL, -- number of the opening of these scenarios, from 1
      earlier_runs INTEGER NOT NULL, -- runs of the same sessions that the store had before
      question TEXT NOT NULL, -- the spec of the search, as YAML
      formula TEXT NOT NULL, -- policy found
      opponent TEXT NOT NULL -- opponent policy
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX opening_by_scenes ON opening (scenes)",
    """
    CREATE VIEW result AS
      -- Runs with their scenarios, for queries.
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
      "read_as": .text, "gestures": .gestures, "recording": .text, "beginning": .beginning,
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
  /// The description of a `StreamBeginning`.
  case beginning

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
  func contains(_ value: StoredValue) -> Bool {
    switch (self, value) {
    case (.text, .text): true
    case (.digits(let count), .text(let text)):
      text.utf8.count == count && text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    case (.words(let words), .text(let text)): words.contains(text)
    case (.whole(let range), .integer(let number)): range.contains(number)
    case (.number(let range), .real(let number)): range.contains(number)
    case (.gestures, .text(let text)): GestureSketch(text) != nil
    case (.beginning, .text(let text)): StreamBeginning(text) != nil
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
    case .beginning: "at most 11 hashes of first requests, 16 hexadecimal digits each"
    }
  }
}

extension Double {
  /// The number without a fraction if it has none.
  fileprivate var formatted: String {
    Int(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}

/// The tables of a store and their columns, as SQLite reads them.
package struct StoreSchema: Sendable {
  package let tables: [SchemaTable]

  /// The schema that this version of scrollsim reads and writes.
  package static let current: StoreSchema = {
    do {
      return try StoreSchema()
    } catch {
      preconditionFailure("the schema is not valid: \(error)")
    }
  }()

  private init() throws {
    let database = try Database()
    for statement in Schema.statements { try database.execute(statement) }
    tables = try database.rows(
      """
      SELECT name, type = 'view', sql FROM sqlite_schema
      WHERE type IN ('table', 'view') ORDER BY rowid
      """
    ) { row in
      let name: String = try row.decode(0)
      let isView: Int = try row.decode(1)
      let columns = try database.rows(
        "SELECT name, type, NOT (\"notnull\" OR pk), pk > 0 FROM pragma_table_info(?)",
        [.text(name)]
      ) { column in
        let column: (name: String, type: String, isOptional: Int, isInKey: Int) = try (
          column.decode(0), column.decode(1), column.decode(2), column.decode(3)
        )
        guard let values = isView == 1 ? .text : Schema.values[name]?[column.name] else {
          preconditionFailure("no values are listed for column \(name).\(column.name)")
        }
        return SchemaTable.Column(
          name: column.name, type: column.type, isOptional: column.isOptional == 1,
          isInKey: column.isInKey == 1, values: values)
      }
      return SchemaTable(name: name, isView: isView == 1, columns: columns, sql: try row.decode(2))
    }
  }

  /// Returns the table or view with a name.
  /// - Precondition: there is one.
  package subscript(name: String) -> SchemaTable {
    guard let table = tables.first(where: { $0.name == name }) else {
      preconditionFailure("there is no table '\(name)'")
    }
    return table
  }
}

/// A table or view of the schema.
package struct SchemaTable: Sendable {
  package struct Column: Sendable {
    package let name: String
    package let type: String
    package let isOptional: Bool
    /// A Boolean value that indicates whether the column is part of the primary key.
    let isInKey: Bool
    /// The values that the column may have besides null.
    package let values: ColumnValues

    var isReal: Bool { if case .number = values { true } else { false } }
  }

  package let name: String
  package let isView: Bool
  package let columns: [Column]
  /// The definition with its comments; SQLite keeps it as it was written.
  package let sql: String

  package var columnNames: [String] { columns.map(\.name) }
}

extension SchemaTable {
  static let trace = StoreSchema.current["trace"]
  static let profile = StoreSchema.current["profile"]
  static let scenario = StoreSchema.current["scenario"]
  static let run = StoreSchema.current["run"]
  static let part = StoreSchema.current["part"]
  static let regret = StoreSchema.current["regret"]
  static let stallRegret = StoreSchema.current["stall_regret"]
  static let sweep = StoreSchema.current["sweep"]
  static let member = StoreSchema.current["member"]
  static let budgetRule = StoreSchema.current["budget_rule"]
  static let tuning = StoreSchema.current["tuning"]
  static let trial = StoreSchema.current["trial"]
  static let stream = StoreSchema.current["stream"]
  static let replay = StoreSchema.current["replay"]
  static let opening = StoreSchema.current["opening"]
}
