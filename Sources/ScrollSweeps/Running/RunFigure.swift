import ScrollCore
import ScrollResults
import ScrollSimulation

/// A figure of a run as the store has it: the column of table `run`, and where it comes from.
struct RunFigure: Sendable {
  let column: String
  let value: @Sendable (RunReport) -> StoredValue

  private static func count(
    _ column: String, _ value: @escaping @Sendable (RunReport) -> Int
  ) -> RunFigure {
    RunFigure(column: column) { .integer(value($0)) }
  }

  private static func real(
    _ column: String, _ value: @escaping @Sendable (RunReport) -> Double
  ) -> RunFigure {
    RunFigure(column: column) { .real(value($0)) }
  }

  private static func milliseconds(
    _ column: String, _ value: @escaping @Sendable (RunReport) -> SimTime?
  ) -> RunFigure {
    RunFigure(column: column) { value($0).map { .real($0.milliseconds) } ?? .null }
  }

  /// Every figure, in the order of the columns.
  static let all: [RunFigure] = stalls + hitches + waits + requests + cache + work

  private static let stalls: [RunFigure] = [
    real("blank_s") { $0.stalls.blankAreaSeconds },
    real("soft_s") { $0.stalls.softAreaSeconds },
    real("wrong_s") { $0.stalls.wrongAreaSeconds },
    real("stall_s") { $0.stalls.areaSeconds },
    real("blank_ratio") { $0.stalls.blankRatio },
    count("blank_frames") { $0.stalls.framesWithBlank },
  ]

  private static let hitches: [RunFigure] = [
    real("hitch_ratio") { $0.hitches.timeRatio },
    RunFigure(column: "hitch_band") { .text($0.hitches.band.rawValue) },
    count("hitches") { $0.hitches.count },
    milliseconds("hitch_ms") { $0.hitches.time },
    milliseconds("worst_hitch_ms") { $0.hitches.worst },
    milliseconds("main_thread_ms") { $0.hitches.mainThreadBusy },
  ]

  private static let waits: [RunFigure] = [
    milliseconds("p50_ms") { $0.stalls.timeToImage.p50 },
    milliseconds("p95_ms") { $0.stalls.timeToImage.p95 },
    milliseconds("p99_ms") { $0.stalls.timeToImage.p99 },
    milliseconds("max_ms") { $0.stalls.timeToImage.max },
    count("appearances") { $0.stalls.appearances },
    count("at_once") { $0.stalls.atOnce },
    count("late") { $0.stalls.late },
    count("never_shown") { $0.stalls.neverShown },
    count("unfinished") { $0.stalls.unfinished },
    count("skipped") { $0.stalls.skipped },
  ]

  private static let requests: [RunFigure] = [
    count("requests") { $0.requests.count },
    count("hits") { $0.requests.hits },
    real("hit_rate") { $0.requests.hitRate },
    real("byte_hit_rate") { $0.requests.byteHitRate },
    real("decode_hit_rate") { $0.requests.decodeHitRate },
    count("live_hits") { $0.requests.liveHits },
    count("joined") { $0.requests.joined },
    count("stale") { $0.requests.stale },
    count("prefetches") { $0.prefetch.issued },
    count("prefetches_used") { $0.prefetch.used },
    count("evicted_unused") { $0.prefetch.evictedUnused },
  ]

  private static let cache: [RunFigure] = [
    count("evicted_too_early") { $0.cache.evictedTooEarly },
    count("evictions") { $0.cache.removals.reduce(0, +) },
    count("refusals") { $0.cache.refusals },
    count("peak_cache_bytes") { $0.cache.peakBytes },
    real("mean_cache_bytes") {
      $0.screenTime > .zero ? $0.cache.byteSeconds / $0.screenTime.seconds : 0
    },
    real("over_limit_s") { $0.cache.secondsOverLimit },
    real("oversubscribed_s") { $0.cache.oversubscribedSeconds },
  ]

  private static let work: [RunFigure] = [
    count("decodes") { $0.work.laneDecodes + $0.work.mainDecodes },
    milliseconds("decode_ms") { $0.work.laneDecode + $0.work.mainDecode },
    milliseconds("wasted_decode_ms") { $0.work.wastedDecode },
    count("bytes_read") { $0.work.bytesRead },
    count("bytes_downloaded") { $0.work.bytesDownloaded },
    count("wasted_bytes") { $0.work.wastedBytes },
    real("energy_s") { $0.energySeconds },
    count("peak_memory_bytes") { $0.memory.peakFootprint.bytes },
    count("memory_warnings") { $0.memory.warnings },
    milliseconds("first_frame_ms") { $0.launch.timeToFirstFrame },
    count("frames") { $0.frames },
    real("duration_s") { $0.duration.seconds },
  ]
}
