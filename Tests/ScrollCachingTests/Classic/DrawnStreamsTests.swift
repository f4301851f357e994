import ScrollCaching
import ScrollCore
import Testing

/// Streams short enough to follow by hand: a letter is an image, H a hit, M a miss.
struct DrawnStreamsTests {
  /// Policy, room, stream, and what each look is.
  typealias Row = (String, Int, String, String)

  /// Hits and misses of a drawn stream, every image of size 1.
  func picture(_ policy: String, _ stream: String, room: Int) throws -> String {
    try DrivenCache(policy, room: room).picture(stream)
  }

  static let classic: [Row] = [
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
  ]

  static let queuesAndCounts: [Row] = [
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
  ]

  static let adaptive: [Row] = [
    // a and b are hot, c is cold; used again it is hot, and a is demoted. d replaces a, e
    // replaces d. d and then e come back while on the stack: they are hot, c and b are not.
    ("lirs", 3, "abccdede", "MMMHMMMM"),
    ("lirs", 3, "abccdededeb", "MMMHMMMMHHM"),
    // Nobody was used again when the scan is over: what is hot stays.
    ("lirs", 4, "abcdefghabc", "MMMMMMMMHHH"),
    // a and b are used, c and d are not. The hand of T1 moves a and b to T2, and takes c; the
    // scan never reaches them.
    ("car", 4, "ababcdefghiab", "MMHHMMMMMMMHH"),
    // a moves to T2, b leaves; back from B1 it enters T2, where e and f do not reach it.
    ("car", 3, "aabcdbefb", "MHMMMMMMH"),
    // While T1 is the whole cache there are no ghosts: fifo.
    ("car", 3, "abcdaefga", "MMMMMMMMM"),
    // a and b are hot at once, c and d cold. e pushes out c, c comes back in its test: it
    // is hot, and a is cold, the newest.
    ("clock-pro", 4, "abcdecabe", "MMMMMMHHH"),
    // d left before e; nobody knows what was not in test. A repeated request is no use.
    ("clock-pro", 4, "abcdeccd", "MMMMMMHM"),
    // a was used twice, the others once: they leave in turn.
    ("mq", 2, "aabcba", "MHMMMH"),
    // Its history lets b go on with one use: with the second it is in the queue of a, and a
    // newcomer pushes out nobody but the newcomer before.
    ("mq:out=1", 3, "aabcdbefgb", "MHMMMMMMMH"),
    ("mq:out=0", 3, "aabcdbefgb", "MHMMMMMMMM"),
    // After two requests without a use a goes down, behind c; when c has left, a is next.
    ("mq:lifetime=1", 2, "aabcdea", "MHMMMMM"),
    ("mq:lifetime=9", 2, "aabcdea", "MHMMMMH"),
    // New has room for two of four: a leaves for c.
    ("cacheus", 4, "abca", "MMMM"),
    // Back from the past, a is reused; d and e do not reach it.
    ("cacheus", 4, "abcadea", "MMMMMMH"),
    // Hit in new, a is reused; c, d and e do not reach it.
    ("cacheus", 4, "aabcdea", "MHMMMMH"),
    // The authors' lists are full with four: a leaves for nobody before.
    ("cacheus:lists=authors", 4, "abcabcd", "MMMHHHM"),
  ]

  @Test(arguments: classic + queuesAndCounts + adaptive)
  func `a drawn stream has the hits of its picture`(
    policy: String, room: Int, stream: String, expected: String
  ) throws {
    #expect(try picture(policy, stream, room: room) == expected, "\(policy) on \(stream)")
  }

  @Test func `FIFO has an anomaly: a larger limit causes more misses`() throws {
    let stream = "abcdabeabcde"
    #expect(try picture("fifo", stream, room: 3).filter { $0 == "M" }.count == 9)
    #expect(try picture("fifo", stream, room: 4).filter { $0 == "M" }.count == 10)
  }

  @Test func `s3fifo and qd-lp restore a ghost to the main queue`() throws {
    // Small has room for 2 of 20. Twenty images fill the cache, u pushes a out; a returns
    // from the ghosts into main, and thirty strangers pass through small without touching it.
    for policy in ["s3fifo", "qd-lp"] {
      let cache = try DrivenCache(policy, room: 20)
      for image in 0..<21 { #expect(!cache.view(image)) }
      #expect(!cache.view(0))
      for image in 25..<55 { #expect(!cache.view(image)) }
      #expect(cache.view(0))
    }
  }

  @Test func `ARC keeps images that were used twice through a scan`() throws {
    #expect(try picture("arc", "abab" + "cdefghi" + "ab", room: 4) == "MMHH" + "MMMMMMM" + "HH")
    #expect(try picture("lru", "abab" + "cdefghi" + "ab", room: 4) == "MMHH" + "MMMMMMM" + "MM")
  }

  @Test(arguments: ["s3fifo", "qd-lp"], [1, 7, 9, 10, 19, 20])
  func `a policy that refuses large images stores none of a tenth of the limit or more`(
    policy: String, capacity: Int
  ) throws {
    let model = try ClassicReplay.model(
      "\(policy):refusesLarge=true", images: 2, limits: CacheLimits(cost: capacity))
    let request = Request(image: ImageID(0), cost: 1, time: SimTime(nanoseconds: 0))
    #expect(model.store(request, as: .viewed) == (capacity < 20 ? .refused : .stored))
  }

  @Test func `a refused image as large as the small queue still evicts`() throws {
    let model = try ClassicReplay.model(
      "s3fifo:refusesLarge=true", images: 60, limits: CacheLimits(cost: 50))
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

  func request(_ image: Int, cost: Int = 1) -> Request {
    Request(image: ImageID(image), cost: cost, time: SimTime(nanoseconds: 0))
  }

  @Test(arguments: [("slru", 10), ("sfifo", 10), ("slru:segments=2", 20), ("2q", 10)])
  func `a policy stores no image larger than its first queue`(policy: String, most: Int) throws {
    let model = try ClassicReplay.model(policy, images: 3, limits: CacheLimits(cost: 41))
    #expect(model.store(request(0, cost: most), as: .viewed) == .stored)
    #expect(model.store(request(1, cost: most + 1), as: .viewed) == .refused)
    #expect(model.contains(ImageID(0)))
  }

  @Test func `a hit can evict images from the lower segments`() throws {
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
