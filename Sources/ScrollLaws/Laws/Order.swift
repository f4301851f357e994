import ScrollCaching
import ScrollCore

extension Law {
  /// The law that storing an image does not evict this image itself.
  static let newcomers = Law(
    "newcomers", "A stored image that fits beside the pinned ones is resident after its store.",
    of: "all that claim to keep new images", where: { $0.facts.claims.contains(.keepsNewcomers) }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .store(let request, _) = step.verb, step.outcome == .stored else { return nil }
      let (kept, limits) = (before.pinnedResidents, before.limits)
      guard kept.cost + request.cost <= limits.cost ?? .max, kept.count + 1 <= limits.count ?? .max
      else { return nil }
      isExercised = true
      return step.residents.contains(Int(request.image.index))
        ? nil : "the new image \(request.image.index) is evicted by its own store"
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that images with a lower cost are evicted before images with a higher cost.
  static let cheapestFirst = Law(
    "cheapest-first", "After a store every resident costs at least as much as the evicted images.",
    of: "all that claim to evict the cheapest",
    where: { $0.facts.claims.contains(.cheapestFirst) }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, _, after in
      guard case .store = step.verb else { return nil }
      let evicted = step.removals.filter(\.isEviction).map(\.cost).max()
      guard let evicted else { return nil }
      isExercised = true
      let cheaper = after.charges.indices.first {
        !after.pinned[$0] && after.charges[$0].map { $0 < evicted } ?? false
      }
      return cheaper.map { "\($0) stays, though an image that costs \(evicted) is evicted" }
    }
    return Verdict(wrong, exercised: isExercised)
  }
}
