import ScrollCaching
import ScrollCore

extension Ledger {
  /// Enters a whole step.
  ///
  /// A replaced value leaves before the new one comes; whatever else leaves in a store leaves
  /// after it, because models may store first and evict then.
  mutating func apply(_ step: Step) {
    apply(step) { _, _ in }
  }

  /// Enters a whole step, looking at the ledger at the moment of each removal.
  mutating func apply(_ step: Step, removing visit: (Removal, Ledger) -> Void) {
    if case .store(let request, _) = step.verb {
      for removal in step.removals where removal.isReplacement(of: request.image) {
        visit(removal, self)
        remove(removal.image)
      }
      enter(step)
      for removal in step.removals where !removal.isReplacement(of: request.image) {
        visit(removal, self)
        remove(removal.image)
      }
    } else {
      enter(step)
      for removal in step.removals {
        visit(removal, self)
        remove(removal.image)
      }
    }
  }
}

extension Removal {
  func isReplacement(of image: ImageID) -> Bool { reason == .replaced && self.image == image }

  /// Whether the cache chose it, rather than being told what to remove.
  var isEviction: Bool {
    switch reason {
    case .cost, .count, .pressure, .background, .expired, .leftRange: true
    case .replaced, .removed, .discarded: false
    }
  }
}

extension Recording {
  /// Goes through the steps with the ledger as it was before each and is after it.
  ///
  /// `visit` returns nil if all is well, or else what is wrong; the first ends the walk.
  func walk(_ visit: (_ step: Step, _ before: Ledger, _ after: Ledger) -> String?) -> String? {
    let ledgers = ledgers
    for (index, step) in steps.enumerated() {
      if let wrong = visit(step, ledgers[index], ledgers[index + 1]) {
        return "operation \(step.operation + 1): \(wrong)"
      }
    }
    return nil
  }

  /// Goes through the removals with the ledger at the moment of each.
  func walkRemovals(
    _ visit: (_ removal: Removal, _ step: Step, _ ledger: Ledger) -> String?
  ) -> String? {
    let ledgers = ledgers
    for (index, step) in steps.enumerated() where !step.removals.isEmpty {
      var ledger = ledgers[index]
      var wrong: String?
      ledger.apply(step) { removal, ledger in
        wrong = wrong ?? visit(removal, step, ledger)
      }
      if let wrong { return "operation \(step.operation + 1): \(wrong)" }
    }
    return nil
  }
}
