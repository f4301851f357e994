public import ScrollCaching

/// The cost, admission and load time of a value that is offered.
@usableFromInline struct Offer: Sendable {
  @usableFromInline var cost: Int
  @usableFromInline var admission = Admission.viewed
  @usableFromInline var load: LoadTime?

  /// Creates an offer with the nearest values that a policy can use.
  @inlinable init(cost: Int, as admission: Admission = .viewed, load: LoadTime? = nil) {
    self.cost = cost.boundedCost
    self.admission = admission
    self.load = load?.bounded
  }
}
