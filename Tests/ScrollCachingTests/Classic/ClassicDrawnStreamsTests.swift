import ScrollCaching
import ScrollCore
import Testing

/// Streams short enough to follow by hand: a letter is an image, H a hit, M a miss.
struct ClassicDrawnStreamsTests {
  @Test(arguments: [
    // The loop: b was seen last before c came, so a stays; a was before b came, so c stays.
    ("mru", 2, "abcabc", "MMMHMH"),
    // a was seen after b, so it is the one to go.
    ("mru", 2, "abacab", "MMHMMH"),
    // Four singles of equal count: c replaced b, and a is still there.
    ("cr-lfu", 2, "abcab", "MMMHM"),
    ("lfu", 2, "abcab", "MMMMM"),
    // b's leaving lifts c to a's worth, and a was used longer ago: old uses fade.
    ("lfu-da", 2, "aabcba", "MHMMMM"),
    ("lfu", 2, "aabcba", "MHMMMH"),
    // a was used twice, b and c once: b goes although a's last use is older.
    ("lru-k", 2, "aabca", "MHMMH"),
    ("lru-k:k=1", 2, "aabca", "MHMMM"),
    // a and b were both used twice; a's last use but one is older, although its last is not.
    ("lru-k", 2, "abbacb", "MMHHMH"),
    ("lru", 2, "abbacb", "MMHHMM"),
    // b comes back with its first use remembered, later than a's: so a leaves for d.
    ("lru-k", 2, "aabcbdb", "MHMMMMH"),
    ("lru-k:retained=0", 2, "aabcbdb", "MHMMMMM"),
    // The two looks at a are one reference, and b was used just now: so a leaves for c.
    ("lru-k", 2, "aabcba", "MHMMMH"),
    ("lru-k:correlatedPeriod=1", 2, "aabcba", "MHMMHM"),
    // Segments of one: a sinks when b rises, c and d find room above, and the strangers that
    // follow replace each other in the lowest.
    ("slru", 4, "aabbcdefgab", "MHMHMMMMMMH"),
    // In one segment of four e, f and g push out b.
    ("slru:segments=1", 4, "aabbcdefgab", "MHMHMMMMMMM"),
    // A look at a in the higher segment makes it newer than b with slru, not with sfifo: so
    // when c rises b sinks, or a, and leaves for e.
    ("slru:segments=2", 4, "aabbaccdea", "MHMHHMHMMH"),
    ("sfifo:segments=2", 4, "aabbaccdea", "MHMHHMHMMM"),
    // a left the only place for arrivals, came back from the ghosts, and stays.
    ("2q", 4, "abcdeafghijka", "MMMMMMMMMMMMH"),
    ("2q:outShare=0", 4, "abcdeafghijka", "MMMMMMMMMMMMM"),
    // A hit on an arrival does nothing.
    ("2q", 4, "abcdaaaea", "MMMMHHHMM"),
  ])
  func `a drawn stream hits where the text says`(
    policy: String, room: Int, stream: String, expected: String
  ) throws {
    let model = try ClassicReplay.model(policy, images: 26, limits: CacheLimits(count: room))
    var picture = ""
    for (position, letter) in stream.utf8.enumerated() {
      let request = Request(
        image: ImageID(Int32(letter) - Int32(UInt8(ascii: "a"))), cost: 1,
        time: SimTime(nanoseconds: Int64(position)))
      let hit = model.lookup(request)
      picture += hit ? "H" : "M"
      if !hit { _ = model.store(request, as: .viewed) }
    }
    #expect(picture == expected, "\(policy) on \(stream)")
  }

  func request(_ image: Int, cost: Int = 1) -> Request {
    Request(image: ImageID(image), cost: cost, time: SimTime(nanoseconds: 0))
  }

  @Test(arguments: [("slru", 10), ("sfifo", 10), ("slru:segments=2", 20), ("2q", 10)])
  func `nothing larger than the first queue is stored`(policy: String, most: Int) throws {
    let model = try ClassicReplay.model(policy, images: 3, limits: CacheLimits(cost: 41))
    #expect(model.store(request(0, cost: most), as: .viewed) == .stored)
    #expect(model.store(request(1, cost: most + 1), as: .viewed) == .refused)
    #expect(model.contains(ImageID(0)))
  }

  @Test func `a hit can push others out of the segments below`() throws {
    // Segments of two, and two more in the lowest: a rises into a full segment, whose oldest
    // sinks, and then the lowest must fit.
    let model = try ClassicReplay.model("slru", images: 20, limits: CacheLimits(count: 10))
    for image in 0..<10 { _ = model.store(request(image), as: .viewed) }
    #expect(model.residentCount == 10)
    #expect(model.lookup(request(0)))
    var left: [ImageID] = []
    model.drainRemovals { left.append($0.image) }
    #expect(left == [ImageID(1), ImageID(8)])
  }
}
