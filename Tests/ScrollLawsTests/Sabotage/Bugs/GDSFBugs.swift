import ScrollReferences

extension Sabotage {
  /// Bugs of a priority of uses per byte.
  static let gdsf: [Sabotage] = [
    Sabotage(
      GDSFBug.inflationNotRaised, .reference, "gdsf does not age",
      "L stays 0: a victim's priority does not raise it."),
    Sabotage(
      GDSFBug.requestSize, .reference, "gdsf weighs by the look-up's size",
      "A hit computes the priority from the request's cost instead of that at insertion."),
    Sabotage(
      GDSFBug.dividesByZero, .reference, "gdsf divides by nothing",
      "An image of 0 bytes gets an infinite priority, and L with it once it leaves."),
    Sabotage(
      GDSFBug.wholeNumbers, .reference, "gdsf divides whole numbers",
      "Uses per byte are an integer quotient, so that nearly all large images tie at 0."),
    Sabotage(
      GDSFBug.usesSurvive, .reference, "gdsf remembers uses of the evicted",
      "An image that comes back keeps its old number of uses."),
    Sabotage(
      GDSFBug.pinnedRaiseInflation, .reference, "gdsf ages by what it spares",
      "L becomes the smallest priority of all, though that image is pinned and stays."),
  ]
}
