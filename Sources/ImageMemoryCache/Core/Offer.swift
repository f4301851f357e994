public import ScrollCaching

/// What comes with a value that is offered.
@usableFromInline struct Offer: Sendable {
  @usableFromInline var cost: Int
  @usableFromInline var admission = Admission.viewed
  @usableFromInline var load: LoadTime?

  /// The nearest that a policy can reckon with.
  @inlinable init(cost: Int, as admission: Admission = .viewed, load: LoadTime? = nil) {
    self.cost = cost.boundedCost
    self.admission = admission
    self.load = load?.bounded
  }
}
