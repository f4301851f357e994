import ScrollCore

/// The order in which one of several sweeps takes the stretches of a plan.
///
/// Sweeps that are started together begin at different places, and each skips the runs that another
/// has finished. A sweep that catches up with another continues elsewhere: both would otherwise make
/// the same runs from there on. Sweeps that happen to make the same runs at the same time do not
/// notice it, so each also continues elsewhere after a few stretches.
package struct WorkOrder {
  /// A part of the plan.
  package struct Stretch: Equatable {
    /// The places of its runs in the list of runs.
    package let places: Range<Int>
    /// A Boolean value that indicates whether the stretch waits because another sweep seems to make
    /// its runs; it waits only once.
    var hasWaited = false
  }

  /// The number of stretches that are taken one after the other.
  package static let longestRow = 8

  private var rest: ArraySlice<Stretch>
  private var taken = 0
  private var random: SeededRandom
  /// A Boolean value that indicates whether the last stretch was complete.
  private var hasSkipped = false

  /// Creates the order of a list of runs.
  /// - Parameters:
  ///   - count: the number of runs.
  ///   - stretch: the number of runs in a stretch, above 0; the last one may have fewer.
  ///   - seed: a seed that differs between sweeps.
  package init(_ count: Int, stretch: Int, seed: UInt64) {
    rest = ArraySlice(
      stride(from: 0, to: count, by: stretch).map {
        Stretch(places: $0..<min($0 + stretch, count))
      })
    random = SeededRandom(seed: seed)
    rotate()
  }

  /// Returns the next stretch; `nil` if there is none.
  package mutating func next() -> Stretch? {
    if taken > 0, taken % Self.longestRow == 0 { rotate() }
    taken += 1
    return rest.popFirst()
  }

  /// Decides whether a stretch waits because another sweep seems to make its runs.
  ///
  /// A stretch that waits is returned again later.
  /// - Parameters:
  ///   - stretch: the stretch.
  ///   - present: the number of its runs that the store has.
  /// - Returns: `true` if the stretch waits.
  package mutating func defers(_ stretch: Stretch, present: Int) -> Bool {
    guard present < stretch.places.count else {
      hasSkipped = true
      return false
    }
    defer { hasSkipped = false }
    guard hasSkipped || present > 0, !stretch.hasWaited, !rest.isEmpty else { return false }
    rotate()
    rest.append(Stretch(places: stretch.places, hasWaited: true))
    return true
  }

  /// Continues at a random one of the remaining stretches.
  private mutating func rotate() {
    guard rest.count > 1 else { return }
    let start = Int.random(in: rest.indices, using: &random)
    rest = rest[start...] + rest[..<start]
  }
}
