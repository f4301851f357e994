import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests that show counterexamples, found by search, to properties that policies lack.
struct CounterExampleTests {
  private static func descriptor(_ name: String) throws -> PolicyDescriptor {
    try PolicyCatalog.builtIn.choose(name).entry
  }

  static let withoutInclusion = PolicyCatalog.builtIn.entries
    .filter { !$0.facts.claims.contains(.inclusion) && !$0.facts.needsFuture }.map(\.name)

  /// The policies that equal `lru` where images of one size are counted, and the reasons why they
  /// claim nothing.
  static let onlyWhereCounted = [
    "adaptsize": "by bytes it refuses at random",
    "aggregate-delay": "with loads that differ, or many residents, it is something else",
    "score": "what it does is up to the formula, whose default is lru",
    "nscache-winobjc": "with a cost limit of 0 it keeps nothing",
    "kingfisher": "images expire, and a setting chooses the cache in it",
    "sdwebimage": "a setting chooses the cache in it",
  ]

  @Test(arguments: withoutInclusion)
  func `a policy without the inclusion claim has a counterexample or a reason`(name: String) throws
  {
    let example = CounterExample.ofInclusion(try Self.descriptor(name))
    print("\(name):\n\(example.map { "\($0)" } ?? Self.onlyWhereCounted[name] ?? "none")")
    #expect(
      (example == nil) == (Self.onlyWhereCounted[name] != nil),
      "\(name) seems to have inclusion: it should claim it")
  }

  @Test func `FIFO misses more with a larger limit from 12 requests over 5 images on`() throws {
    let fifo = try Self.descriptor("fifo")
    #expect(CounterExample.ofMoreRoom(fifo, length: 11, images: 5) == nil)
    let example = try #require(CounterExample.ofMoreRoom(fifo, length: 12, images: 5))
    print("\(example)")
    #expect(example.script.operations.count == 12)
    #expect(example.finding == "9 misses with room for 3, 10 with room for 4")
  }

  @Test(arguments: ["lru", "distance", "nscache-lru"])
  func `a search finds a walk with two visible items on which Belady is better`(name: String) throws
  {
    let descriptor = try Self.descriptor(name)
    #expect(descriptor.facts.claims.contains(.bestOnWalks))
    let one = CounterExample.ofWalks(descriptor, visibleItems: 1, steps: 10, images: 5)
    #expect(one == nil, "\(one.map { "\($0)" } ?? "")")
    let two = try #require(
      CounterExample.ofWalks(descriptor, visibleItems: 2, steps: 12, images: 6))
    print("\(name), two items on screen:\n\(two)")
  }
}
