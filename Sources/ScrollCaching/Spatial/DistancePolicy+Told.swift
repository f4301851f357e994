import BasicContainers
public import ScrollCore

extension DistancePolicy {
  public mutating func reassign(_ image: ImageID, digest: UInt64) { didPlace(image, at: []) }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if isTold { told.didPlace(image, at: items) }
  }

  /// - Precondition: where items lie is told of one after the other.
  public mutating func grow(toImageCount count: Int) {
    precondition(isTold, "a layout of \(rankOfImage.count) images has no others")
    order.grow(toImageCount: count)
    rankOfImage.grow(to: count, filling: -1)
    admissions.grow(to: count, filling: 0)
    told.grow(toImageCount: count)
  }

  /// Adds an image that stands for no item of a layout.
  ///
  /// Apart, as the next two, to keep the usual way short.
  @inline(never) mutating func insertApart(_ image: ImageID, stored number: Int) {
    if isTold { return told.insert(image, weight: 1, stored: number) }
    var older = unplaced.newest()
    while let other = older, admissions[Int(other.index)] > number {
      older = unplaced.older(than: other)
    }
    if let older { unplaced.insert(image, after: older) } else { unplaced.prepend(image) }
  }

  /// Takes it out.
  @inline(never) mutating func removeApart(_ image: ImageID) {
    if isTold { told.remove(image) } else { unplaced.remove(image) }
  }

  /// Takes out the image that is farthest of those whose places were told.
  @inline(never) mutating func removeFarthestApart(sparing pins: borrowing PinSet) -> ImageID? {
    guard isTold else { return nil }
    told.rule.focus = focus
    return told.removeFirst(sparing: pins)
  }
}
