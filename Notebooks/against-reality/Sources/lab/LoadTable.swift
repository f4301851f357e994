/// The loads in progress, and the order in which they are read and decoded.
///
/// Reading and decoding serve visible images before prefetches, and within each class in order of
/// arrival. A load whose priority changes goes to the end of its new class.
struct LoadTable {
  /// The waiting loads, by stage and priority.
  private var queues: [[Load]] = Array(repeating: [], count: 4)
  private var held: [Load] = []
  private var finished: [Load] = []
  private var shared: [Int: Load] = [:]
  private var counted = 0
  private let preset: Preset
  private(set) var prefetches = 0

  init(_ preset: Preset) { self.preset = preset }

  /// The load that a request for a picture joins.
  func load(of picture: Int) -> Load? { preset.joins ? shared[picture] : nil }

  // MARK: Requests of the main thread

  mutating func start(_ picture: Int, for origin: (item: Int, appearance: Int)?) -> Load {
    let load = Load(picture, for: origin)
    shared[picture] = load
    if origin == nil { prefetches += 1 }
    if origin == nil, preset.prefetchLimit > 0 {
      if counted == preset.prefetchLimit {
        held.append(load)
        return load
      }
      count(load)
    }
    wait(load, .waitsForFile)
    return load
  }

  /// Adds an appearance that waits for the load.
  mutating func join(_ load: Load) {
    load.viewers += 1
    move(load, to: .visible)
    if load.stage == .held {
      held.removeAll { $0 === load }
      wait(load, .waitsForFile)
    }
  }

  /// Marks the load as wanted by the prefetcher.
  mutating func plan(_ load: Load) { load.isPlanned = true }

  /// Removes an appearance that no longer waits.
  mutating func withdraw(_ load: Load) {
    guard load.stage != .gone else { return }
    load.viewers -= 1
    guard load.viewers == 0 else { return }
    if load.isPlanned { return move(load, to: .prefetch) }
    switch load.stage {
    case .held, .waitsForFile, .waitsForLane: if preset.cancels { forget(load) }
    case .reading, .decoding, .finished, .gone: break
    }
  }

  /// Returns the loads that have finished since the last call, in order; later requests cannot join
  /// them.
  mutating func takeFinished() -> [Load] {
    defer { finished = [] }
    for load in finished { forget(load) }
    return finished
  }

  // MARK: Service of loads

  mutating func nextToRead() -> Load? { next(.waitsForFile, .reading) }

  mutating func nextToDecode() -> Load? { next(.waitsForLane, .decoding) }

  mutating func didRead(_ load: Load) { wait(load, .waitsForLane) }

  mutating func didDecode(_ load: Load) {
    load.stage = .finished
    finished.append(load)
    uncount(load)
  }

  // MARK: Queues

  private mutating func wait(_ load: Load, _ stage: Load.Stage) {
    load.stage = stage
    queues[queue(stage, load.priority)].append(load)
  }

  private mutating func next(_ stage: Load.Stage, _ then: Load.Stage) -> Load? {
    for priority in [Load.Priority.visible, .prefetch] {
      let queue = queue(stage, priority)
      guard !queues[queue].isEmpty else { continue }
      let load = queues[queue].removeFirst()
      load.stage = then
      return load
    }
    return nil
  }

  private func queue(_ stage: Load.Stage, _ priority: Load.Priority) -> Int {
    (stage == .waitsForFile ? 0 : 2) + priority.rawValue
  }

  private mutating func move(_ load: Load, to priority: Load.Priority) {
    guard load.priority != priority else { return }
    let isWaiting = unlink(load)
    load.priority = priority
    if isWaiting { wait(load, load.stage) }
  }

  /// Removes a load from the queue of its stage, if the stage has one.
  private mutating func unlink(_ load: Load) -> Bool {
    guard load.stage == .waitsForFile || load.stage == .waitsForLane else { return false }
    queues[queue(load.stage, load.priority)].removeAll { $0 === load }
    return true
  }

  private mutating func forget(_ load: Load) {
    _ = unlink(load)
    held.removeAll { $0 === load }
    if shared[load.picture] === load { shared[load.picture] = nil }
    load.stage = .gone
    uncount(load)
  }

  private mutating func count(_ load: Load) {
    load.isCounted = true
    counted += 1
  }

  /// Counts a prefetch as finished or canceled, so that the next one may begin.
  private mutating func uncount(_ load: Load) {
    guard load.isCounted else { return }
    load.isCounted = false
    counted -= 1
    guard !held.isEmpty else { return }
    let next = held.removeFirst()
    count(next)
    wait(next, .waitsForFile)
  }
}
