import ScrollCaching
import ScrollCore

extension Law {
  /// The law that the cache refuses the images that its stated rule refuses, and stores all others
  /// that can fit.
  static let refusal = Law(
    "refusal",
    "Images that the stated rule refuses are refused; all others that can fit are stored.",
    of: "every policy and model"
  ) { trial in
    let descriptor = trial.descriptor
    let isPolicy = descriptor.makePolicy != nil
    guard trial.recording.fault == nil else { return .idle }
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .store(let request, _) = step.verb, let outcome = step.outcome else { return nil }
      let (limits, cost) = (before.limits, request.cost)
      let rule = descriptor.facts.refusal.refuses(
        cost, limits.capacity(for: cost), trial.recording.setup.settings)
      let isTooLarge = isPolicy && (cost > limits.cost ?? .max || limits.count == 0)
      if isTooLarge || rule == true {
        isExercised = true
        return outcome == .refused
          ? nil
          : "\(request.image.index) at \(cost) is stored, but \(descriptor.facts.refusal.statement)"
      }
      guard rule == false else { return nil }
      var kept = before.pinnedResidents
      if before.pinned[Int(request.image.index)], let charge = before.charge(of: request.image) {
        kept = (kept.cost - charge, kept.count - 1)
      }
      let canFit =
        kept.cost + cost <= limits.cost ?? .max && kept.count + 1 <= limits.count ?? .max
      isExercised = isExercised || canFit
      if canFit || !descriptor.refusesAnything, outcome == .refused {
        return """
          \(request.image.index) at \(cost) is refused with limits of \
          \(Script.word(for: limits)), but the policy \(descriptor.facts.refusal.statement)
          """
      }
      if isPolicy, !canFit, outcome == .stored {
        return
          "\(request.image.index) at \(cost) is stored, although it does not fit beside pinned "
          + "images"
      }
      return nil
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that a refused image is not reported as evicted, and that a refusal by the rule evicts
  /// nothing.
  static let refusalEvictsNothing = Law(
    "refusal-is-no-eviction",
    "A refused image is not reported as evicted, and a refusal by the stated rule evicts nothing.",
    of: "all that refuse anything", where: { $0.refusesAnything }
  ) { trial in
    let descriptor = trial.descriptor
    let settings = trial.recording.setup.settings
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .store(let request, _) = step.verb, step.outcome == .refused else { return nil }
      isExercised = true
      if step.removals.contains(where: { $0.image == request.image && $0.isEviction }) {
        return "the refused \(request.image.index) is reported as evicted"
      }
      let isByRule =
        descriptor.facts.refusal.refuses(
          request.cost, before.limits.capacity(for: request.cost), settings) == true
        || request.cost > before.limits.cost ?? .max
      let victim = step.removals.first {
        $0.isEviction || descriptor.facts.claims.contains(.keepsOldOnRefusal)
      }
      guard isByRule, let victim else { return nil }
      return "\(request.image.index) is refused, but \(victim.image.index) is evicted for it"
    }
    return Verdict(wrong, exercised: isExercised)
  }
}

extension PolicyDescriptor {
  /// A Boolean value that indicates whether there are images that the policy or its cache refuses.
  ///
  /// It is `true` for every policy, because the strict cache refuses images over the limit.
  fileprivate var refusesAnything: Bool {
    makePolicy != nil
      || facts.refusal.refuses(.max, 1, SettingValues(standardsOf: settings)) != false
  }
}

extension CacheLimits {
  /// Returns the capacity for an image of a cost.
  ///
  /// If only images are counted, costs have no limit.
  fileprivate func capacity(for cost: Int) -> Int { self.cost ?? (cost == 1 ? capacity : .max) }
}
