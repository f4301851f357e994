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
