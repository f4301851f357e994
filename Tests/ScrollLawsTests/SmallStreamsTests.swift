import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests of all small worlds, up to the names of the images.
struct SmallStreamsTests {
  /// The expected numbers are those of ways to split `length` requests among at most `images`
  /// images: sums of Stirling's numbers of the second kind.
  @Test(arguments: zip([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 5, 15, 51, 187, 715, 2795]))
  func `the number of streams over four images counts renamings once`(length: Int, count: Int) {
    let streams = Array(SmallStreams(length: length, images: 4))
    #expect(streams.count == count)
    #expect(Set(streams).count == count)
    #expect(streams.allSatisfy { $0.count == length })
  }

  @Test func `every stream is a renaming of exactly one small world`() {
    let streams = Set(SmallStreams(length: 8, images: 4))
    var met = Set<[Int]>()
    for code in 0..<65536 {
      let stream = (0..<8).map { code >> (2 * $0) & 3 }
      let renamed = Self.renamed(stream)
      #expect(streams.contains(renamed), "\(stream)")
      met.insert(renamed)
    }
    #expect(met == streams)
  }

  @Test func `names follow the order of first appearance`() {
    for stream in SmallStreams(length: 7, images: 4) {
      #expect(stream == Self.renamed(stream))
    }
  }

  @Test func `streams are in lexicographic order`() {
    let streams = Array(SmallStreams(length: 6, images: 4))
    #expect(streams.first == [0, 0, 0, 0, 0, 0])
    #expect(streams.last == [0, 1, 2, 3, 3, 3])
    #expect(zip(streams, streams.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `worlds may have one image or no requests`() {
    #expect(Array(SmallStreams(length: 3, images: 1)) == [[0, 0, 0]])
    #expect(Array(SmallStreams(length: 0, images: 4)) == [])
    #expect(Array(SmallStreams(length: 2, images: 9)) == [[0, 0], [0, 1]])
  }

  /// There are no random cases, so only the small worlds can find the fault.
  @Test(arguments: [1, 2, 3])
  func `small worlds reveal a policy that is wrong about only one size`(size: Int) throws {
    let descriptor = PolicyDescriptor("choosy", "Refuses one size.") { _ in ChoosyPolicy(size) }
    let report = LawCheck(of: descriptor, plan: LawPlan(cases: 0)).run()
    let failure = try #require(report.failure)
    #expect(failure.law.name == "refusal")
    #expect(failure.script.operations.count == 1, "\(failure)")
  }

  /// Returns the same stream with the image that appears first named 0, the next 1, and so on.
  static func renamed(_ stream: [Int]) -> [Int] {
    var names: [Int] = []
    return stream.map { image in
      if let name = names.firstIndex(of: image) { return name }
      names.append(image)
      return names.count - 1
    }
  }
}

/// LRU that stores no image of one size, and does not declare it.
private struct ChoosyPolicy: EvictionPolicy {
  private var policy = ListPolicy()
  private let refused: Int

  init(_ refused: Int) { self.refused = refused }

  mutating func didHit(_ request: Request) { policy.didHit(request) }
  mutating func shouldStore(_ request: Request) -> Bool { request.cost != refused }
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    policy.nextVictim(sparing: pins)
  }
  mutating func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
  mutating func didRemove(_ image: ImageID) { policy.didRemove(image) }
}
