import BasicContainers
import ScrollCore

/// Images of whose places is told one after the other: each has a place of the tree for itself,
/// in which it stands with one of its items.
///
/// Neighbors in the tree are then images that came one after the other, which in a scroll lie
/// near each other.
extension PlacedImages {
  /// Marks of images that are not in the tree.
  static var absent: Int32 { -1 }
  static var withoutItems: Int32 { -2 }

  /// Images are `0..<count` from now on, never fewer than before.
  /// - Precondition: where items lie is told of one after the other.
  mutating func grow(toImageCount count: Int) {
    precondition(isTold || count == ranks.count, "a layout of \(ranks.count) images has no others")
    told.grow(toImageCount: count)
    weights.grow(to: count, filling: 0)
    tree.grow(toPlaces: count)
    ranks.grow(to: count, filling: Self.absent)
    admissions.grow(to: count, filling: 0)
    unplaced.grow(toImageCount: count)
  }

  /// These items show the image from now on, whether or not it is resident.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    guard isTold else { return }
    let rank = ranks[Int(image.index)]
    if rank >= 0 { tree.leave(Int(rank)) }
    if rank == Self.withoutItems { unplaced.remove(image) }
    told.place(image, at: items)
    if rank != Self.absent { stand(image) }
  }

  /// Puts a resident where its items are, or among those without, which stand in the order in
  /// which they were stored.
  mutating func stand(_ image: ImageID) {
    let index = Int(image.index)
    guard told.itemCount(of: image) == 0 else {
      ranks[index] = image.index
      return enter(image, with: told.span(ofItem: 0, of: image))
    }
    ranks[index] = Self.withoutItems
    var older = unplaced.newest()
    while let other = older, admissions[Int(other.index)] > admissions[index] {
      older = unplaced.older(than: other)
    }
    if let older { unplaced.insert(image, after: older) } else { unplaced.prepend(image) }
  }

  /// Judges an image by all its items; leaves it at the one that speaks most for keeping it.
  mutating func settleTold(_ image: ImageID) -> Rule.Score {
    let leaf = tree[tree.leaves + Int(image.index)]
    var lowest = rule.score(start: leaf.highestStart, end: leaf.lowestEnd, weight: leaf.weight)
    var better: ToldPlaces.Span?
    for number in 0..<told.itemCount(of: image) {
      let span = landmark(of: told.span(ofItem: number, of: image))
      let score = rule.score(start: span.start, end: span.end, weight: leaf.weight)
      if score < lowest { (lowest, better) = (score, told.span(ofItem: number, of: image)) }
    }
    if let better {
      tree.leave(Int(image.index))
      enter(image, with: better)
    }
    return lowest
  }

  private mutating func enter(_ image: ImageID, with item: ToldPlaces.Span) {
    let span = landmark(of: item)
    tree.enter(
      Int(image.index), start: span.start, end: span.end, weight: weights[Int(image.index)])
  }

  /// What the rule looks at.
  private func landmark(of span: ToldPlaces.Span) -> ToldPlaces.Span {
    guard landmarks == .middles else { return span }
    let middle = (span.start + span.end) / 2
    return ToldPlaces.Span(start: middle, end: middle)
  }
}
