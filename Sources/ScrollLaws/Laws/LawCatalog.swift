public import ScrollCaching

extension Law {
  /// All laws, in the order in which reports name them.
  ///
  /// The law `reference` needs a reference policy.
  public static let all: [Law] = [
    .returns, .victims, .makesRoom, .pins, .allPinned, .residents, .bytes, .replacement,
    .reasons,
    .removal, .purge, .limit, .refusal, .refusalEvictsNothing, .newcomers, .cheapestFirst,
    .nearestStay, .placement, .mirror, .scale, .viewport, .prefetchStanding, .determinism,
    .strictCache,
    .replayAgrees, .reuse, .capacity, .forgetting,
    .notBelowMinBypass, .notBelowBelady, .competitive, .inclusion, .stack, .bestOnWalks,
    .reference,
  ]

  /// Returns the laws that a policy or model claims.
  public static func claimed(by descriptor: PolicyDescriptor, hasReference: Bool = false) -> [Law] {
    all.filter { $0.isClaimed(by: descriptor) && (hasReference || $0.name != reference.name) }
  }
}
