import ScrollCaching
import ScrollCore
import Testing

/// Streams short enough to follow by hand: a letter is an image, H a hit, M a miss.
struct DrawnStreamsTests {
  /// Hits and misses of a drawn stream, every image of size 1.
  func picture(_ policy: String, _ stream: String, room: Int) throws -> String {
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
    return picture
  }

  @Test(arguments: [
    // Everything fits.
    ("fifo", 3, "abcab", "MMMHH"),
    ("lru", 3, "abcab", "MMMHH"),
    // A look at a keeps it with lru, not with fifo.
    ("fifo", 2, "abaca", "MMHMM"),
    ("lru", 2, "abaca", "MMHMH"),
    // One bit: a gets a second chance, b does not; then a has none left.
    ("clock", 2, "abacaba", "MMHMHMH"),
    ("clock", 2, "abacdab", "MMHMMMM"),
    // Two bits: two looks at a are two second chances.
    ("clock:bits=2", 2, "abaacdea", "MMHHMMMM"),
    ("clock:bits=2", 2, "abaacda", "MMHHMMH"),
    // The hand passes a, takes b and waits before c: d replaces c, then a leaves for b.
    ("sieve", 3, "abacdeca", "MMHMMMMH"),
    // a was used twice, c and b once each: the newcomer b pushes out c.
    ("lfu", 2, "aabcba", "MHMMMH"),
    // Equal uses: the one that got there first leaves.
    ("lfu", 2, "ababca", "MMHHMM"),
    // b's leaving lifts c to a's worth, and a was used longer ago: old uses fade.
    ("gdsf", 2, "aabcba", "MHMMMM"),
  ])
  func `a drawn stream hits where the text says`(
    policy: String, room: Int, stream: String, expected: String
  ) throws {
    #expect(try picture(policy, stream, room: room) == expected, "\(policy) on \(stream)")
  }

  @Test func `fifo has an anomaly: more room, more misses`() throws {
    let stream = "abcdabeabcde"
    #expect(try picture("fifo", stream, room: 3).filter { $0 == "M" }.count == 9)
    #expect(try picture("fifo", stream, room: 4).filter { $0 == "M" }.count == 10)
  }

  @Test func `s3fifo brings a ghost back into main`() throws {
    // Small has room for 2 of 20. Twenty images fill the cache, u pushes a out; a returns
    // from the ghosts into main, and thirty strangers pass through small without touching it.
    let model = try ClassicReplay.model("s3fifo", images: 60, limits: CacheLimits(count: 20))
    func serve(_ image: Int) -> Bool {
      let request = Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: 0))
      let hit = model.lookup(request)
      if !hit { _ = model.store(request, as: .viewed) }
      return hit
    }
    for image in 0..<21 { #expect(!serve(image)) }
    #expect(!serve(0))
    for image in 25..<55 { #expect(!serve(image)) }
    #expect(serve(0))
  }

  @Test func `arc keeps what was used twice through a scan`() throws {
    #expect(try picture("arc", "abab" + "cdefghi" + "ab", room: 4) == "MMHH" + "MMMMMMM" + "HH")
    #expect(try picture("lru", "abab" + "cdefghi" + "ab", room: 4) == "MMHH" + "MMMMMMM" + "MM")
  }

  @Test(arguments: [1, 7, 19, 20])
  func `s3fifo stores nothing of a size of a tenth or more`(capacity: Int) throws {
    let model = try ClassicReplay.model(
      "s3fifo", images: 2, limits: CacheLimits(cost: capacity))
    let request = Request(image: ImageID(0), cost: 1, time: SimTime(nanoseconds: 0))
    #expect(model.store(request, as: .viewed) == (capacity < 20 ? .refused : .stored))
  }

  @Test func `an image as large as the small queue is refused after room was made`() throws {
    let model = try ClassicReplay.model("s3fifo", images: 60, limits: CacheLimits(cost: 50))
    for image in 0..<50 {
      let request = Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: 0))
      _ = model.store(request, as: .viewed)
    }
    let large = Request(image: ImageID(55), cost: 5, time: SimTime(nanoseconds: 0))
    #expect(model.store(large, as: .viewed) == .refused)
    #expect(model.totalCost == 45)
    let larger = Request(image: ImageID(56), cost: 6, time: SimTime(nanoseconds: 0))
    #expect(model.store(larger, as: .viewed) == .refused)
    #expect(model.totalCost == 45)
  }
}
