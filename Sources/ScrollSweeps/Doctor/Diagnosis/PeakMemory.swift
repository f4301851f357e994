package import ScrollCore
import ScrollDevice
package import ScrollSimulation

/// The parts of a run's footprint at its peak.
///
/// The parts add up to the peak.
package struct PeakMemory: Sendable, Equatable {
  /// The footprint at its peak.
  package private(set) var peak: ByteCount
  /// The images in the memory cache.
  package private(set) var cached = ByteCount.zero
  /// The displayed images that are not in the memory cache.
  package private(set) var displayed = ByteCount.zero
  /// Everything else that belongs to images: those being loaded, and those that something other than
  /// cache and screen holds.
  package private(set) var inFlight = ByteCount.zero
  /// The app without its images.
  package private(set) var app: ByteCount

  /// Reads the parts from the log of a run.
  ///
  /// The first moment of the largest footprint counts. Cached images that the system may purge are
  /// not charged to the app, so that the cached part has at most the bytes that the images take.
  /// - Parameters:
  ///   - log: the complete log.
  ///   - run: the run.
  /// - Complexity: O(*n*) in the entries of the log.
  package init(_ log: RunLog, of run: RunCase) {
    let scenario = run.scenario
    app = run.device.memory.baseFootprint
    peak = app
    var residents: [Int32: Int] = [:]
    var sizes: [Int32: Int] = [:]
    var keys: [Int32: Int32] = [:]
    var shown: [Int32: Int32] = [:]
    var (cachedBytes, atPeak) = (0, (cached: 0, displayed: 0))
    func size(_ item: Int32, _ key: Int32) -> Int {
      if let size = sizes[key] { return size }
      let image = Int(scenario.placement.images[Int(item)].index)
      return scenario.images.entries[image].decoded.bytes
    }
    for entry in log.entries {
      switch entry.event {
      case .asked(let item, let key, _): keys[item] = key
      case .displayed(let item, _, _, _): shown[item] = keys[item]
      case .left(let item): shown[item] = nil
      case .stored(let key, let isTaken, _, let bytes):
        sizes[key] = bytes
        guard isTaken else { continue }
        cachedBytes += bytes - (residents.updateValue(bytes, forKey: key) ?? 0)
      case .removed(let key, _, _):
        cachedBytes -= residents.removeValue(forKey: key) ?? 0
      case .footprint(let bytes) where ByteCount(Int(bytes)) > peak:
        peak = ByteCount(Int(bytes))
        var counted: Set<Int32> = []
        let displayed = shown.reduce(0) { sum, pair in
          residents[pair.value] == nil && counted.insert(pair.value).inserted
            ? sum + size(pair.key, pair.value) : sum
        }
        atPeak = (cachedBytes, displayed)
      default: continue
      }
    }
    let images = peak - app
    cached = min(ByteCount(atPeak.cached), images)
    displayed = min(ByteCount(atPeak.displayed), images - cached)
    inFlight = images - cached - displayed
  }

  /// The parts with their names in tables, and in JSON.
  package var parts: [(name: String, words: String, bytes: ByteCount)] {
    [
      ("cached", "images in the cache", cached),
      ("displayed", "images on screen that the cache has evicted", displayed),
      ("inFlight", "images that are loading, or decoded elsewhere", inFlight),
      ("app", "the app without its images", app),
    ]
  }
}
