import ScrollCaching
import ScrollCore

extension Law {
  /// The law that everything that a cache derives from its limits changes together with the limits.
  static let capacity = Law(
    "capacity", "Limits that change before the first request act like initial limits.",
    of: "all that claim to resize",
    where: {
      $0.facts.claims.contains(.resizes) && $0.facts.limits.isPromise && !$0.facts.needsFuture
    }
  ) { trial in
    let setup = trial.recording.setup
    let asked = Verb.limits(setup.limits)
    let one = trial.replay(setup, after: asked)
    let others =
      [
        ("limits that were lowered to these", { $0 * 2 + 1 }),
        ("limits that were raised", { $0 / 2 }),
      ] as [(name: String, change: (Int) -> Int)]
    for (name, change) in others {
      var other = setup
      other.limits = CacheLimits(
        cost: setup.limits.cost.map(change), count: setup.limits.count.map(change))
      let changed = trial.replay(other, after: asked)
      if let difference = one.difference(from: changed, "limits from the beginning", name) {
        return .broken(difference)
      }
    }
    return Verdict(nil, exercised: trial.evicts)
  }

  /// The law that a cache keeps no bytes, counts or names of images that were evicted long ago.
  static let forgetting = Law(
    "forgetting",
    "Emptied, after many other images, it answers like a new cache.",
    of: "all that claim to forget",
    where: {
      $0.facts.claims.contains(.forgets) && $0.facts.limits.isPromise && !$0.facts.needsFuture
    }
  ) { trial in
    guard trial.recording.fault == nil else { return .idle }
    let aftermath = RepeatedScript(trial)
    // If a new cache evicts none of the other images, no images came and went.
    guard let new = aftermath.replay(isUsed: false), new.fault == nil,
      let used = aftermath.replay(isUsed: true)
    else { return .idle }
    return Verdict(
      new.difference(from: used, "a new cache", "the used one, emptied, in the same calls"),
      exercised: trial.evicts)
  }
}

/// A script that is played a second time, long after the first time, in a cache that was emptied.
private struct RepeatedScript {
  let trial: Trial
  let recording: Recording
  /// The setup with additional images that no item shows.
  let world: PolicySetup
  let cost: Int
  let end: SimTime
  let tick: SimTime

  init(_ trial: Trial) {
    self.trial = trial
    let recording = trial.recording
    self.recording = recording
    let (setup, limits) = (recording.setup, recording.setup.limits)
    // The images are small, so that a queue for a tenth of the capacity takes them, too.
    let cost = limits.cost.map { max(1, $0 / 40) } ?? 1
    // There are many times as many as the cache holds, to displace the images it remembers as well.
    let byCost = limits.cost.map { min($0, 40 * cost) / cost * 8 } ?? 0
    let others = min(400, max(16, byCost, limits.count.map { min($0, 50) * 8 } ?? 0))
    let count = setup.imageCount + others
    var world = setup
    world.imageCount = count
    world.placement = setup.placement.map { $0.extended(to: count) }
    if !setup.reloadMilliseconds.isEmpty {
      world.reloadMilliseconds += Array(repeating: 1, count: others)
    }
    (self.cost, self.world) = (cost, world)
    end = (recording.ledgers.last?.now ?? .zero) + SimTime(milliseconds: 3_600_000)
    tick = setup.clock == .requests ? SimTime(nanoseconds: 1) : SimTime(milliseconds: 1)
  }

  /// Plays the script in a cache in which it was played before, or in a new cache.
  ///
  /// - Returns: The recording, or `nil` if a new cache evicts none of the additional images, which
  ///   are stored before the script.
  func replay(isUsed: Bool) -> Recording? {
    let model = trial.subject.cache(world)
    var evicts = false
    func perform(_ verb: Verb) {
      guard (model as? AuditedCache)?.fault == nil else { return }
      var step = Step(operation: 0, verb: verb, residents: ResidentSet())
      step.answer(of: model)
      evicts = evicts || step.removals.contains(where: \.isEviction)
    }
    if isUsed { for step in recording.steps { perform(lasting(step.verb, after: .zero)) } }
    var now = end
    perform(.time(now))
    perform(.pressure(.normal, now))
    for image in 0..<recording.setup.imageCount { perform(.unpin(ImageID(image))) }
    let items = world.placement ?? trial.script.placement.extended(to: world.imageCount)
    if trial.descriptor.isSpatial { perform(.placement(items)) }
    perform(
      .viewport(
        Viewport(
          lower: 0, upper: Double(trial.script.screen) / 64, direction: recording.setup.direction,
          time: now)))
    perform(.limits(recording.setup.limits))
    perform(.removeAll)
    evicts = isUsed
    for image in recording.setup.imageCount..<world.imageCount {
      now += tick
      let request = Request(image: ImageID(image), cost: cost, time: now)
      perform(.lookUp(request))
      perform(.store(request, .viewed))
    }
    guard evicts else { return nil }
    perform(.removeAll)
    now += SimTime(milliseconds: 3_600_000)
    perform(.time(now))
    var recorder = Recorder(model, recording.setup, zeroIsNoLimit: recording.zeroIsNoLimit)
    for step in recording.steps {
      recorder.perform(lasting(step.verb, after: now), operation: step.operation)
    }
    return recorder.recording
  }

  /// Returns a call for the setup with additional images, later by `time`.
  private func lasting(_ verb: Verb, after time: SimTime) -> Verb {
    func later(_ request: Request) -> Request {
      Request(image: request.image, cost: request.cost, time: request.time + time)
    }
    switch verb {
    case .lookUp(let request): return .lookUp(later(request))
    case .store(let request, let admission): return .store(later(request), admission)
    case .pressure(let level, let moment): return .pressure(level, moment + time)
    case .background(let moment): return .background(moment + time)
    case .time(let moment): return .time(moment + time)
    case .viewport(var viewport):
      viewport.time += time
      return .viewport(viewport)
    case .placement(let placement): return .placement(placement.extended(to: world.imageCount))
    case .remove, .removeAll, .pin, .unpin, .limits: return verb
    }
  }
}

extension ItemPlacement {
  /// Returns the same items, with more images that none of them shows.
  fileprivate func extended(to imageCount: Int) -> ItemPlacement {
    ItemPlacement(
      starts: Array(starts), ends: Array(ends), breadths: Array(breadths), images: Array(images),
      extent: extent, imageCount: imageCount)
  }
}
