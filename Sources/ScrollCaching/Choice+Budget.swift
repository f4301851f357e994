package import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// Why it cannot do without a budget, as a clause; nil if it can.
  package var needForBudget: String? {
    let facts = entry.facts
    guard !facts.zeroIsNoLimit, facts.limits != .ignored,
      !facts.evictsWithoutLimit(settings)
    else { return nil }
    return "policy '\(text)' evicts only what its budget has no room for"
  }
}
