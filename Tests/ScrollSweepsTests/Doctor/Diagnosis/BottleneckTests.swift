import ScrollSweeps
import Testing

/// The rule that names a bottleneck, on stalls that are made up: 10 s each.
@Suite struct BottleneckTests {
  private let made = Result { try InventedWhatIfs(stall: 10) }

  /// Judges ideals and other policies by the seconds that each leaves.
  private func bottleneck(
    evicted: Double, _ ideals: [Ideal: Double], policies: [Double] = []
  ) throws -> Bottleneck? {
    let made = try made.get()
    let whatIfs =
      Ideal.allCases.compactMap { ideal in ideals[ideal].map { made.leaving($0, .ideal(ideal)) } }
      + policies.map { made.leaving($0, .lever(.policy)) }
    return Bottleneck(stall: made.stall, evicted: evicted, whatIfs)
  }

  @Test func `the bottleneck is the resource whose ideal saves the most`() throws {
    let ideals: [Ideal: Double] = [.network: 6, .flash: 9, .decode: 3, .mainThread: 8]
    #expect(try bottleneck(evicted: 0, ideals) == .decode)
    #expect(try bottleneck(evicted: 0, ideals.merging([.mainThread: 1]) { $1 }) == .mainThread)
  }

  @Test func `the first of equal resources is the bottleneck`() throws {
    #expect(try bottleneck(evicted: 0, [.decode: 4, .flash: 4, .mainThread: 4]) == .flash)
  }

  @Test
  func `memory is the bottleneck if evictions and an infinite cache reach half of the stall`()
    throws
  {
    let ideals: [Ideal: Double] = [.cache: 5, .decode: 1]
    #expect(try bottleneck(evicted: 5, ideals) == .budget)
    #expect(try bottleneck(evicted: 4.9, ideals) == .decode)
    #expect(try bottleneck(evicted: 5, [.cache: 5.1, .decode: 1]) == .decode)
  }

  @Test func `the policy is the bottleneck if another one saves most of an infinite cache`()
    throws
  {
    #expect(try bottleneck(evicted: 9, [.cache: 2], policies: [9, 5.9]) == .policy)
    #expect(try bottleneck(evicted: 9, [.cache: 2], policies: [9, 6]) == .budget)
  }

  @Test func `a resource without a visible saving is no bottleneck`() throws {
    #expect(try bottleneck(evicted: 0, [.network: 10, .decode: 9.95, .mainThread: 11]) == nil)
    #expect(try bottleneck(evicted: 0, [.cache: 1, .prefetch: 1]) == nil)
  }

  @Test func `a cache above its budget hides no resource`() throws {
    let made = try made.get()
    let whatIfs = [
      made.leaving(0, .ideal(.decode), isOverBudget: true), made.leaving(9, .ideal(.flash)),
    ]
    #expect(Bottleneck(stall: made.stall, evicted: 0, whatIfs) == .decode)
  }
}
