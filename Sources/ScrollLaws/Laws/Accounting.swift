import ScrollCaching
import ScrollCore

extension Law {
  /// The law that the images in the cache (residents) are the stored images that were not removed.
  static let residents = Law(
    "residents", "The residents are the stored images that were not removed; only they are hit.",
    of: "every policy and model"
  ) { trial in
    let recording = trial.recording
    let wrong = recording.walk { step, before, after in
      if case .lookUp(let request) = step.verb,
        step.hit != before.residents.contains(Int(request.image.index))
      {
        let image = request.image.index
        // A look-up may also miss an image that has expired or that a timer removes.
        if step.hit == false, let leaves = step.removals.first(where: { $0.image.index == image }),
          leaves.isEviction
        {
          return nil
        }
        if step.hit == false, trial.descriptor.facts.missesExpired { return nil }
        return step.hit == true
          ? "a hit on \(image), which is not resident" : "a miss on \(image), which is resident"
      }
      guard let image = step.residents.difference(from: after.residents) else { return nil }
      return after.residents.contains(image)
        ? "\(image) is missing, but was not reported as removed"
        : "\(image) is contained, although it was removed or never stored"
    }
    return Verdict(wrong, exercised: recording.steps.contains { $0.hit == true })
  }

  /// The law that the cache reports the total cost and the number of its residents correctly.
  static let bytes = Law(
    "bytes", "The total cost and number are those of the residents, each charged as stored.",
    of: "every policy and model"
  ) { trial in
    let wrong = trial.recording.walk { step, _, after in
      if step.totalCost != after.totalCost {
        return "a total cost of \(step.totalCost), but the residents add up to \(after.totalCost)"
      }
      return step.residentCount == after.count
        ? nil : "\(step.residentCount) residents are counted, but there are \(after.count)"
    }
    return Verdict(
      wrong
        ?? trial.recording.walkRemovals { removal, _, ledger in
          guard let charge = ledger.charge(of: removal.image), charge != removal.cost else {
            return nil
          }
          return
            "\(removal.image.index) is removed with a cost of \(removal.cost), not of \(charge)"
        }, exercised: trial.recording.steps.contains { !$0.removals.isEmpty })
  }

  /// The law that a removed image was resident.
  static let victims = Law(
    "victims", "A removed image was in the cache, and is removed once.",
    of: "every policy and model"
  ) { trial in
    let recording = trial.recording
    if case .victimIsNotResident = recording.fault { return recording.faultVerdict }
    return Verdict(
      recording.walkRemovals { removal, _, ledger in
        ledger.charge(of: removal.image) == nil
          ? "\(removal.image.index) is removed (\(removal.reason)), but is not resident" : nil
      }, exercised: recording.steps.contains { !$0.removals.isEmpty })
  }

  /// The law that the reason of a removal is possible for the call that caused it.
  static let reasons = Law(
    "reasons", "Every removal gives a reason that its cause can have.",
    of: "every policy and model"
  ) { trial in
    let recording = trial.recording
    let wrong = recording.walkRemovals { removal, step, ledger in
      step.verb.mayCause(removal)
        ? nil : "\(removal.image.index) is removed because of '\(removal.reason)'"
    }
    return Verdict(wrong, exercised: recording.steps.contains { !$0.removals.isEmpty })
  }

  /// The law that storing a resident again removes the old value once.
  static let replacement = Law(
    "replacement", "Storing a resident replaces it: the old value is removed once.",
    of: "all that runs support", where: { !$0.facts.needsFuture }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .store(let request, _) = step.verb, step.outcome == .stored else { return nil }
      let count = step.removals.count { $0.isReplacement(of: request.image) }
      let was = before.residents.contains(Int(request.image.index))
      isExercised = isExercised || was
      return count == (was ? 1 : 0)
        ? nil
        : """
        \(request.image.index) was \(was ? "" : "not ")resident, and \(count) old values of it \
        are removed as 'replaced'
        """
    }
    return Verdict(wrong, exercised: isExercised)
  }
}

extension Recording {
  /// The verdict for a recording that ended with a fault: the law is broken.
  var faultVerdict: Verdict {
    guard let fault, let last = steps.last else { return .idle }
    return .broken("operation \(last.operation + 1): \(fault)")
  }
}

extension Verb {
  /// Returns whether a removal may follow from this call.
  fileprivate func mayCause(_ removal: Removal) -> Bool {
    switch self {
    case .remove(let image): removal.reason == .removed && removal.image == image
    case .removeAll: removal.reason == .removed
    case .store(let request, _):
      removal.reason == .replaced ? removal.image == request.image : removal.makesRoom
    case .pressure: [.pressure, .cost, .count, .discarded].contains(removal.reason)
    case .background: [.background, .pressure, .discarded].contains(removal.reason)
    case .lookUp, .limits, .unpin: removal.makesRoom
    case .time, .viewport: removal.isEviction
    case .pin, .placement: false
    }
  }
}

extension Removal {
  /// A Boolean value that indicates whether the cache removed the image because of its limits or
  /// its own rules, and not because of the viewport.
  fileprivate var makesRoom: Bool { isEviction && reason != .leftRange }
}
