/// The first schema: runs, what they were made of, and the sweeps that asked for them.
///
/// Comments after a column are kept by SQLite with the table, and are what the schema's page
/// says of it.
enum Migration1 {
  static let name = "1 runs"

  static let statements = [
    """
    CREATE TABLE trace (
      -- A scroll trace, known by its content.
      digest TEXT PRIMARY KEY, -- SHA-256 of the file's bytes, in hexadecimal
      path TEXT NOT NULL, -- as it was named; of several names the alphabetically first
      title TEXT NOT NULL, -- for people
      kind TEXT NOT NULL, -- `recorded` or `synthetic`
      provenance TEXT NOT NULL, -- where it comes from
      duration_s REAL NOT NULL, -- seconds from its first sample to its last
      items INTEGER NOT NULL, -- places in the layout
      images INTEGER NOT NULL -- different images on them
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE profile (
      -- A device or a network, known by its figures.
      digest TEXT PRIMARY KEY, -- of every figure, so that two profiles of one name differ
      kind TEXT NOT NULL, -- `device` or `network`
      name TEXT NOT NULL, -- as in the catalogue, or in the user's file
      summary TEXT NOT NULL, -- one sentence
      figures INTEGER NOT NULL, -- how many figures it has
      estimates INTEGER NOT NULL -- how many of them nobody has measured
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE scenario (
      -- Everything about a run but its cache.
      key TEXT PRIMARY KEY, -- digest of the columns below
      trace TEXT NOT NULL REFERENCES trace (digest), -- what is scrolled
      layout TEXT NOT NULL, -- where the items lie: the trace's own layout, or another
      device TEXT NOT NULL REFERENCES profile (digest), -- on what
      network TEXT NOT NULL REFERENCES profile (digest), -- over what
      loader TEXT NOT NULL, -- the way of loading, with the settings that are not its own
      loader_settings TEXT NOT NULL, -- all its settings, a JSON object of texts
      prefetcher TEXT NOT NULL -- what is fetched ahead, with its settings
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE run (
      -- One run and its figures.
      key TEXT PRIMARY KEY, -- digest of scenario, policy, settings, budget, seed, model version
      scenario TEXT NOT NULL REFERENCES scenario (key), -- everything but the cache
      policy TEXT, -- name of the policy or cache model; null if the loader has no cache
      settings TEXT, -- all its settings, a JSON object of texts; null without a cache
      label TEXT, -- the policy as it was asked for, `distance:lead=2`; null without a cache
      budget_bytes INTEGER, -- the cache's limit; null without a cache
      seed INTEGER NOT NULL, -- for what draws at random
      model_version INTEGER NOT NULL, -- of the simulation's rules; other versions do not compare
      killed TEXT, -- why the device killed the app; null if it did not
      killed_ms REAL, -- when it did
      blank_s REAL NOT NULL, -- blank area as a share of the viewport, integrated over time
      soft_s REAL NOT NULL, -- the same for low variants and fades
      wrong_s REAL NOT NULL, -- the same for images of other items
      stall_s REAL NOT NULL, -- blank and wrong together: what runs are ranked by first
      blank_ratio REAL NOT NULL, -- blank seconds while scrolling per second of scrolling
      blank_frames INTEGER NOT NULL, -- frames with any blank
      hitch_ratio REAL NOT NULL, -- hitch milliseconds per second of scrolling
      hitch_band TEXT NOT NULL, -- `good` up to 5, `warning` up to 10, `critical` above
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
      evicted_too_early INTEGER NOT NULL, -- evicted, and wanted within three screens
      evictions INTEGER NOT NULL, -- images removed to make room
      refusals INTEGER NOT NULL, -- images that the cache did not take
      peak_cache_bytes INTEGER NOT NULL, -- the most that the cache held
      mean_cache_bytes REAL NOT NULL, -- the mean over the time on screen
      over_limit_s REAL NOT NULL, -- seconds above the budget
      oversubscribed_s REAL NOT NULL, -- seconds in which no policy could have helped
      decodes INTEGER NOT NULL, -- on all lanes and the main thread
      decode_ms REAL NOT NULL, -- the time that they took
      wasted_decode_ms REAL NOT NULL, -- decoded, and freed without having been shown
      bytes_read INTEGER NOT NULL, -- from flash
      bytes_downloaded INTEGER NOT NULL, -- over the network
      wasted_bytes INTEGER NOT NULL, -- downloaded for nothing
      energy_s REAL NOT NULL, -- processor and radio seconds: a proxy, no joules
      peak_memory_bytes INTEGER NOT NULL, -- the app's footprint at most
      memory_warnings INTEGER NOT NULL, -- from the system
      first_frame_ms REAL NOT NULL, -- from the launch to the first frame, at most
      frames INTEGER NOT NULL, -- frames that were processed
      duration_s REAL NOT NULL -- simulated seconds, until the app was killed if it was
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX run_by_scenario ON run (scenario)",
    """
    CREATE TABLE part (
      -- Parts of a run's figures; what is zero is left out.
      run TEXT NOT NULL REFERENCES run (key), -- whose
      kind TEXT NOT NULL, -- `absence`, `wait`, `cause`, `removal` or `lane`
      name TEXT NOT NULL, -- of the reason, the kind of work or the lane
      value REAL NOT NULL, -- images for absence and removal, milliseconds for the others
      PRIMARY KEY (run, kind, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE regret (
      -- How far runs are from the fewest misses; only of runs for which it was asked.
      run TEXT PRIMARY KEY REFERENCES run (key), -- whose
      bound TEXT, -- `min-bypass` or `pfoo-l`; null where nothing bounds the run
      least_misses INTEGER, -- the fewest look-ups that could have missed
      misses INTEGER -- how many more did
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sweep (
      -- A question that was asked: a list of runs.
      key TEXT PRIMARY KEY, -- digest of the keys of its runs, in order
      title TEXT NOT NULL, -- for people
      spec TEXT NOT NULL, -- what was asked, as YAML
      runs INTEGER NOT NULL -- how many runs answer it
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE member (
      -- Which runs answer a sweep, as far as they have been made.
      sweep TEXT NOT NULL REFERENCES sweep (key), -- the question
      position INTEGER NOT NULL, -- of the run in it, from 0
      run TEXT NOT NULL REFERENCES run (key), -- the run
      PRIMARY KEY (sweep, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX member_by_run ON member (run)",
    """
    CREATE VIEW result AS
      -- Runs with what they were made of, for queries.
      SELECT run.*, trace.path AS trace, trace.title AS trace_title, trace.kind AS trace_kind,
        device.name AS device, network.name AS network, scenario.layout AS layout,
        scenario.loader AS loader, scenario.prefetcher AS prefetcher
      FROM run
      JOIN scenario ON scenario.key = run.scenario
      JOIN trace ON trace.digest = scenario.trace
      JOIN profile AS device ON device.digest = scenario.device
      JOIN profile AS network ON network.digest = scenario.network
    """,
  ]
}
