import BasicContainers

/// Removals that a cache has yet to report, in order.
@usableFromInline
struct RemovalLog: ~Copyable {
  private var removals = UniqueArray<Removal>()

  @usableFromInline init() {}

  /// Not inlined, or every place where something leaves would have the growth of an array in it.
  @usableFromInline @inline(never) mutating func append(_ removal: Removal) {
    removals.append(removal)
  }

  /// Hands over all removals and forgets them.
  @usableFromInline mutating func drain(_ body: (Removal) -> Void) {
    for index in 0..<removals.count { body(removals[index]) }
    removals.removeAll(keepingCapacity: true)
  }
}
