import ScrollCore

/// The work of a resource over time: its reads, transfers, or work on lanes.
struct ServiceRecord {
  struct Service {
    var start: SimTime
    /// The end of the work; `never` while it continues.
    var end: SimTime
    /// The serial number of the load; 0 for a write.
    var load: Int32
  }

  private(set) var services: [Service] = []
  /// The work in progress, by lane.
  private var current: [Int: Int] = [:]

  mutating func begin(_ load: Int32, lane: Int, at time: SimTime, until end: SimTime = .never) {
    current[lane] = services.count
    services.append(Service(start: time, end: end, load: load))
  }

  mutating func end(lane: Int, at time: SimTime) {
    guard let service = current.removeValue(forKey: lane) else { return }
    services[service].end = min(services[service].end, time)
  }

  /// Ends all work.
  mutating func endAll(at time: SimTime) {
    for service in current.values { services[service].end = min(services[service].end, time) }
    current.removeAll()
  }

  /// Returns the number of other loads, and of writes, that were served between two moments.
  ///
  /// - Complexity: O(services).
  func others(than load: Int32, from start: SimTime, to end: SimTime) -> (loads: Int, writes: Int) {
    var loads: Set<Int32> = []
    var writes = 0
    for service in services
    where service.start < end && service.end > start && service.load != load {
      if service.load == 0 { writes += 1 } else { loads.insert(service.load) }
    }
    return (loads.count, writes)
  }
}
