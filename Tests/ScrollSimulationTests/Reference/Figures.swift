import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The figures of a run by name, as numbers that can be compared.
struct Figures {
  private(set) var values: [(name: String, value: Double)] = []

  mutating func add(_ name: String, _ value: Double) { values.append((name, value)) }
  mutating func add(_ name: String, _ value: Int) { add(name, Double(value)) }
  mutating func add(_ name: String, _ value: SimTime) { add(name, Double(value.nanoseconds)) }
  /// Nil is never.
  mutating func add(_ name: String, _ value: SimTime?) {
    add(name, value.map { Double($0.nanoseconds) } ?? .infinity)
  }

  subscript(_ name: String) -> Double? { values.first { $0.name == name }?.value }

  /// The names and values that differ by more than 1e-9 of the larger.
  func differences(from other: Figures) -> [String] {
    guard values.map(\.name) == other.values.map(\.name) else {
      return ["other figures: \(values.map(\.name)) and \(other.values.map(\.name))"]
    }
    return zip(values, other.values).compactMap { left, right in
      if left.value == right.value { return nil }
      let size = max(abs(left.value), abs(right.value))
      if abs(left.value - right.value) <= 1e-9 * size { return nil }
      return "\(left.name): \(left.value) and \(right.value)"
    }
  }
}

extension Figures {
  /// The figures of a report.
  init(_ report: RunReport) {
    let (hitches, stalls, requests) = (report.hitches, report.stalls, report.requests)
    let (cache, work) = (report.cache, report.work)
    add("death", report.death.map { $0.time } ?? SimTime(nanoseconds: -1))
    add("death of", report.death.map { $0.reason == .memory(.appLimit) ? 1 : 2 } ?? 0)
    add("duration", report.duration)
    add("frames", report.frames)
    add("hitches", hitches.count)
    add("hitch time", hitches.time)
    add("hitch time while scrolling", hitches.scrollingTime)
    add("scrolling", hitches.scrolling)
    add("worst hitch", hitches.worst)
    add("busy", hitches.mainThreadBusy)
    add("late cells", Int(hitches.causes.cells))
    add("late read", Int(hitches.causes.read))
    add("late decode", Int(hitches.causes.decode))
    add("late upload", Int(hitches.causes.upload))
    add("hitch time ratio", hitches.timeRatio)
    add("blank", stalls.blankAreaSeconds)
    add("wrong", stalls.wrongAreaSeconds)
    add("blank ratio", stalls.blankRatio)
    add("frames with blank", stalls.framesWithBlank)
    add("appearances", stalls.appearances)
    add("never shown", stalls.neverShown)
    add("unfinished", stalls.unfinished)
    add("skipped", stalls.skipped)
    add("p50", stalls.timeToImage.p50)
    add("p95", stalls.timeToImage.p95)
    add("p99", stalls.timeToImage.p99)
    add("max", stalls.timeToImage.max)
    add("requests", requests.count)
    add("hits", requests.hits)
    add("live hits", requests.liveHits)
    add("joined", requests.joined)
    add("started", requests.started)
    add("displayed", requests.displayed)
    add("left unshown", requests.leftUnshown)
    add("cancelled", requests.cancelled)
    add("requests unfinished", requests.unfinished)
    add("prefetches", report.prefetch.issued)
    add("bytes asked", requests.bytes)
    add("bytes hit", requests.bytesHit)
    add("decode asked", Int(requests.decode))
    add("decode saved", Int(requests.decodeSaved))
    for (reason, count) in cache.removals.enumerated() { add("removed \(reason)", count) }
    add("refusals", cache.refusals)
    add("peak cache", cache.peakBytes)
    add("offered", cache.offeredBytes)
    add("refused bytes", cache.refusedBytes)
    add("removed bytes", cache.removedBytes)
    add("resident bytes", cache.residentBytes)
    add("lane decodes", work.laneDecodes)
    add("lane decode", work.laneDecode)
    add("main decodes", work.mainDecodes)
    add("main decode", work.mainDecode)
    add("bytes read", work.bytesRead)
    add("wasted decodes", work.wastedDecodes)
    add("wasted decode", work.wastedDecode)
    add("peak footprint", report.memory.peakFootprint.bytes)
    add("warnings", report.memory.warnings)
    add("killed apps", report.memory.killedBackgroundApps)
  }
}
