import ScrollCaching
import ScrollCore

/// Takes the steps of a cache, inside its lock.
extension StepQueue: CacheObserver {
  @usableFromInline func observationBegan(_ beginning: CacheBeginning) { state.begin(beginning) }

  @usableFromInline func cacheDid(_ event: CacheEvent) {
    if case .left(let removal, let digest) = event {
      if removal.reason.isChoice, goesOn { _ = add(RecordedStep(.left, digest)) }
      return
    }
    if case .assigned(_, let digest) = event {
      // A place that was taken back while the key had no id is not told.
      if hasPlaces, begins() { _ = add(.place(digest, nil)) }
      return
    }
    if begins() { _ = addSteps(of: event) }
  }

  /// Adds the step of an operation, after what belongs to it.
  /// - Returns: false if there was no room.
  @inline(__always) private func addSteps(of event: CacheEvent) -> Bool {
    switch event {
    case .assigned, .left: return true
    case .lookup(let request, let digest, let isHit):
      let flags = isHit ? RecordedStep.isHit : 0
      return addTime(request.time)
        && add(RecordedStep(.get, digest, UInt64(request.cost), flags: flags))
    case .store(let request, let digest, let admission, let load, let outcome):
      if let load, !add(RecordedStep.load(load)) { return false }
      let flags =
        (admission == .prefetched ? RecordedStep.isPrefetched : 0)
        | (outcome == .refused ? RecordedStep.isRefused : 0)
      return addTime(request.time)
        && add(RecordedStep(.set, digest, UInt64(request.cost), flags: flags))
    case .remove(_, let digest, let reason):
      return add(
        RecordedStep(.remove, digest, flags: reason == .expired ? RecordedStep.isExpired : 0))
    case .removeAll: return add(RecordedStep(.clear))
    case .pin(_, let digest): return add(RecordedStep(.use, digest))
    case .unpin(_, let digest): return add(RecordedStep(.release, digest))
    case .limits(let limits): return add(.limits(limits))
    case .pressure(let level, let reaction): return add(.warning(level, reaction))
    case .background(let reaction): return add(.background(reaction))
    case .viewport(let viewport): return addTime(viewport.time) && add(.viewport(viewport))
    case .place(_, let digest, let items):
      hasPlaces = true
      return add(.place(digest, items.first))
        && items.dropFirst().allSatisfy { add(.further(digest, $0)) }
    }
  }

  /// Adds the time that a policy was told; none where it is not looked at.
  @inline(__always) private func addTime(_ time: SimTime) -> Bool {
    time == .zero || add(RecordedStep(.time, UInt64(bitPattern: time.nanoseconds)))
  }
}

extension RemovalReason {
  /// Whether the cache itself decided that an image leaves; of what it was told to take out a
  /// recording says who told it.
  fileprivate var isChoice: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .leftRange: true
    case .expired, .replaced, .removed, .discarded: false
    }
  }
}
