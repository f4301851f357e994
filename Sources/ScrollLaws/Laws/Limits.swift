import ScrollCaching
import ScrollCore

extension Law {
  /// The law that every call returns.
  static let returns = Law(
    "returns", "Every call returns: a case ends within seconds.", of: "every policy and model"
  ) { trial in
    // The watch of the check detects a violation.
    Verdict(nil, exercised: !trial.recording.steps.isEmpty)
  }

  /// The law that a cache keeps its limits at the times that it promises.
  static let limit = Law(
    "limit", "The limits hold when the cache promises it, unless no eviction can help.",
    of: "all that promise something about their limits",
    where: { $0.facts.limits.isPromise }
  ) { trial in
    let promise = trial.descriptor.facts.limits
    // The last time at which the limits held, or could not hold because of pinned images.
    var lastFit = SimTime.zero
    let wrong = trial.recording.walk { step, before, after in
      var isDue = false
      let fits = promise == .apartFromPinned ? after.fitsApartFromPinned : after.fits
      if fits || !after.canShrink { lastFit = after.now }
      switch (promise, step.verb) {
      case (.always, .store), (.afterStores, .store): isDue = step.outcome == .stored
      case (.always, .limits): isDue = before.limits != after.limits
      case (.apartFromPinned, .store), (.apartFromPinned, .limits): isDue = true
      case (.apartFromPinned, .unpin): break
      case (.apartFromPinned, _):
        if before.fitsApartFromPinned, !fits { return "it grows over the limits" }
      case (.always, _):
        if before.fits, !after.fits { return "it grows over the limits" }
      case (.atTicks(let standard, let setting), .time(let time)):
        let settings = trial.recording.setup.settings
        let interval = setting.map { SimTime(seconds: settings.number($0)) } ?? standard
        // The timer fires once per interval, at an unknown phase.
        isDue = time.nanoseconds - lastFit.nanoseconds >= interval.nanoseconds
      default: break
      }
      guard isDue, !fits, after.canShrink else { return nil }
      return """
        \(after.count) residents cost \(after.totalCost), the limits are \
        \(Script.word(for: after.limits))
        """
    }
    return Verdict(wrong, exercised: trial.evicts)
  }

  /// The law that pinned images stay.
  static let pins = Law(
    "pins", "A pinned image is never evicted.", of: "all that runs support and that evict",
    where: { $0.facts.limits.isPromise && !$0.facts.needsFuture }
  ) { trial in
    let recording = trial.recording
    if case .victimIsPinned = recording.fault { return recording.faultVerdict }
    var isExercised = false
    let wrong = recording.walkRemovals { removal, _, ledger in
      guard removal.isEviction else { return nil }
      isExercised = isExercised || ledger.pinnedResidents.count > 0
      return ledger.pinned[Int(removal.image.index)]
        ? "\(removal.image.index) is pinned and evicted (\(removal.reason))" : nil
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that nothing except a new image is evicted while all residents are pinned.
  static let allPinned = Law(
    "all-pinned", "With everything pinned, only a new image is evicted.",
    of: "all that runs support and that evict",
    where: { $0.facts.limits.isPromise && !$0.facts.needsFuture }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard before.count > 0, !before.hasEvictable else { return nil }
      if case .unpin = step.verb { return nil }
      var newcomer: ImageID?
      if case .store(let request, _) = step.verb {
        newcomer = request.image
        isExercised =
          isExercised || before.count >= before.limits.count ?? .max
          || request.cost + before.totalCost > before.limits.cost ?? .max
      }
      let victim = step.removals.first { $0.isEviction && $0.image != newcomer }
      return victim.map { "\($0.image.index) is evicted, although all residents are pinned" }
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that a policy names a victim if an image can be evicted.
  static let makesRoom = Law(
    "makes-room", "A policy names a victim as long as a resident is not pinned.",
    of: "every policy", where: { $0.makePolicy != nil }
  ) { trial in
    if case .namesNoVictim = trial.recording.fault { return trial.recording.faultVerdict }
    return Verdict(nil, exercised: trial.evicts)
  }
}
