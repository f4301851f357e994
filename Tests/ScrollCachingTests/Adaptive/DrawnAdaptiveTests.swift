import ScrollCaching
import Testing

/// Streams short enough to follow by hand: a letter is an image, H a hit, M a miss.
struct DrawnAdaptiveTests {
  @Test(arguments: [
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
  ])
  func `a drawn stream hits where the text says`(
    policy: String, room: Int, stream: String, expected: String
  ) throws {
    let drawn = try DrawnAdaptive(policy, room: room)
    #expect(drawn.picture(stream) == expected, "\(policy) on \(stream)")
  }

  @Test(arguments: [(3, 10), (10, 12), (40, 100), (150, 200)])
  func `lirs keeps all but one of its images through loops`(room: Int, images: Int) throws {
    // What is hot first stays so; the others are pruned before they come round.
    let drawn = try DrawnAdaptive("lirs", room: room)
    for round in 0..<4 {
      let hits = (0..<images).count { drawn.view($0) }
      #expect(hits == (round == 0 ? 0 : room - 1))
    }
    let recent = try DrawnAdaptive("lru", room: room)
    for _ in 0..<4 { #expect((0..<images).count { recent.view($0) } == 0) }
  }

  @Test func `an image hit in the queue demotes another one, but is not pushed out`() throws {
    // Half is for cold images: a and b are hot, then b and c; a and d are cold.
    let drawn = try DrawnAdaptive("lirs:hirShare=0.5", room: 4)
    #expect(drawn.picture("abccd") == "MMMHM")
    // b is demoted, d has to leave for it; e is hot in its place and nobody leaves.
    #expect(drawn.picture("ae") == "HM")
    #expect((0..<5).map { drawn.contains($0) } == [true, true, true, false, true])
    // A queue for one is full with a alone: nothing happens.
    let small = try DrawnAdaptive("lirs", room: 3)
    #expect(small.picture("abcca") == "MMMHH")
    #expect((0..<3).map { small.contains($0) } == [true, true, true])
  }

  @Test(arguments: ClassicStream.all)
  func `mq with one queue is lru`(stream: ClassicStream) throws {
    let requests = stream.generate()
    for unit in [ClassicReplay.Unit.count, .size] where unit == .count || stream.sizes != .none {
      let capacity = unit == .count ? 40 : 60_000
      let tallies = try ["mq:queues=1", "lru"].map {
        try ClassicReplay.run($0, requests, unit, capacity: capacity)
      }
      #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
    }
  }

  @Test(arguments: ["car", "clock-pro", "mq", "lirs"])
  func `who has room for everything misses each image once`(policy: String) throws {
    let requests = ClassicStream.all[0].generate()
    let tally = try ClassicReplay.run(policy, requests, .count, capacity: 400)
    #expect(tally.misses == Set(requests.images).count)
  }
}
