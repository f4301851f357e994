public import ScrollCore

extension PolicyDescriptor {
  /// Whether its evictions stay the same where ids are reused, as in a cache with keys of its own.
  public var reusesIDs: Bool { makePolicy != nil && facts.claims.contains(.reusesIDs) }

  /// Why its ids cannot be reused, as a sentence; nil where they can.
  public var reasonAgainstReuse: String? {
    if reusesIDs { return nil }
    if facts.needsFuture { return "'\(name)' must know the future" }
    if makePolicy == nil { return "'\(name)' is the model of a whole cache, not a policy" }
    return facts.neverForgets.map { "'\(name)' \($0)" }
      ?? "'\(name)' does not claim to evict alike where ids are reused"
  }

  /// Why a cache that runs for ever cannot have the policy with these settings, as a sentence; nil
  /// where it can.
  public func reasonAgainstReuse(_ settings: SettingValues) -> String? {
    reasonAgainstReuse ?? facts.neverForgetsWith?(settings).map { "'\(name)' \($0)" }
  }
}
