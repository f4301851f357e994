import ScrollCaching
import ScrollCore
import Testing

/// Tests of `belady-size` with so few residents that it draws none at random.
struct BeladySizeTests {
  func run(_ policy: String, _ images: [Int], sizes: [Int]? = nil, room: Int) throws -> Int {
    let requests = RequestStream(
      images: images.map { ImageID($0) }, imageCount: 26, sizes: sizes)
    return try ClassicReplay.run(
      policy, requests, sizes == nil ? .count : .size, capacity: room
    ).misses
  }

  @Test func `belady-size refuses an image without a next request`() throws {
    // 1 would push out 0; Belady must store it.
    #expect(try run("belady-size", [0, 1, 0], room: 1) == 2)
    #expect(try run("belady", [0, 1, 0], room: 1) == 3)
  }

  @Test func `belady-size evicts an image after its last hit`() throws {
    let images = [0, 1, 0, 1, 2, 3, 2, 3]
    let choice = try PolicyCatalog.builtIn.choose("belady-size")
    let requests = RequestStream(images: images.map { ImageID($0) }, imageCount: 4)
    let model = choice.entry.makeModel(
      PolicySetup(
        imageCount: 4, limits: CacheLimits(count: 3), settings: choice.settings,
        nextUses: requests.nextUses()))
    var counts: [Int] = []
    for image in requests.images {
      let request = Request(image: image, cost: 1, time: SimTime(nanoseconds: 0))
      if !model.lookup(request) { _ = model.store(request, as: .viewed) }
      counts.append(model.residentCount)
    }
    #expect(counts == [1, 2, 1, 0, 1, 2, 1, 0])
  }

  @Test func `belady-size evicts the largest product of size and distance`() throws {
    // At the third request 0 (size 4, in 3) weighs 12, 1 (size 1, in 2) weighs 2.
    let misses = try run(
      "belady-size", [0, 1, 2, 2, 1, 0], sizes: [4, 1, 4, 4, 1, 4], room: 5)
    #expect(misses == 4)
  }

  @Test(arguments: ClassicStream.all.filter { $0.sizes == .none }, [3, 20, 61, 128])
  func `belady-size misses no more than belady for equal sizes`(
    stream: ClassicStream, capacity: Int
  ) throws {
    let requests = stream.generate()
    let least = try ClassicReplay.run("belady", requests, .count, capacity: capacity).misses
    let misses = try ClassicReplay.run("belady-size", requests, .count, capacity: capacity).misses
    #expect(misses <= least, "seed \(stream.seed)")
  }

  @Test func `the seed has an effect only above 128 residents`() throws {
    let stream = try #require(ClassicStream.named("zipf-wide")).generate()
    let choice = try PolicyCatalog.builtIn.choose("belady-size")
    func misses(seed: UInt64, capacity: Int) -> Int {
      choice.entry.replay(
        stream,
        PolicySetup(
          imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
          settings: choice.settings, seed: seed, nextUses: stream.nextUses())
      ).misses
    }
    #expect(Set((0..<10).map { misses(seed: $0, capacity: 128) }).count == 1)
    #expect(Set((0..<10).map { misses(seed: $0, capacity: 200) }).count > 1)
  }
}
