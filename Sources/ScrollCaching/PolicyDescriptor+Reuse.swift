public import ScrollCore

extension PolicyDescriptor {
  /// Whether its evictions stay the same where ids are reused, as in a cache with keys of its own.
  public var reusesIDs: Bool { makePolicy != nil && facts.claims.contains(.reusesIDs) }

  /// Why a cache that runs for ever, and so reuses ids, cannot have the policy with these settings,
  /// as a sentence; nil where it can.
  public func reasonAgainstReuse(_ settings: SettingValues) -> String? {
    if facts.needsFuture { return "'\(name)' must know the future" }
    if makePolicy == nil { return "'\(name)' is the model of a whole cache, not a policy" }
    if let reason = facts.neverForgets?(settings) { return "'\(name)' \(reason)" }
    return reusesIDs ? nil : "'\(name)' does not claim to evict alike where ids are reused"
  }
}
