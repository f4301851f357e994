import ScrollCaching
import ScrollCore

extension Law {
  /// The law that removing an image removes exactly this image.
  static let removal = Law(
    "removal", "A removal is reported, and removes only that image.",
    of: "all that runs support", where: { !$0.facts.needsFuture }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .remove(let image) = step.verb else { return nil }
      let was = before.residents.contains(Int(image.index))
      isExercised = isExercised || was
      if step.residents.contains(Int(image.index)) { return "\(image.index) is still resident" }
      let removed = step.removals.map { Int($0.image.index) }
      return removed == (was ? [Int(image.index)] : [])
        ? nil : "\(image.index) is removed, but \(removed) are reported"
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that removing all images leaves an empty cache.
  static let purge = Law(
    "purge", "Removing everything leaves an empty cache with a cost of 0.",
    of: "all that runs support", where: { !$0.facts.needsFuture }
  ) { trial in
    var isExercised = false
    let wrong = trial.recording.walk { step, before, _ in
      guard case .removeAll = step.verb else { return nil }
      isExercised = isExercised || before.count > 0
      let left = ResidentSet().difference(from: step.residents)
      if let left { return "\(left) is still resident" }
      if step.residentCount != 0 || step.totalCost != 0 {
        return "it is empty, but counts \(step.residentCount) residents of \(step.totalCost)"
      }
      return step.removals.count == before.count
        ? nil : "\(before.count) images were in, \(step.removals.count) are reported"
    }
    return Verdict(wrong, exercised: isExercised)
  }
}
