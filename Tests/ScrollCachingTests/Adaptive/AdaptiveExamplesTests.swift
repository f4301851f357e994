import ScrollCaching
import Testing

/// `lirs`, `car`, `clock-pro` and `mq`: examples to follow by hand, and what must not matter.
struct AdaptiveExamplesTests {
  @Test(arguments: [(3, 10), (10, 12), (40, 100), (150, 200)])
  func `LIRS keeps all but one of its images through loops`(room: Int, images: Int) throws {
    // What is hot first stays so; the others are pruned before they come round.
    let drawn = try DrivenCache("lirs", room: room)
    for round in 0..<4 {
      let hits = (0..<images).count { drawn.view($0) }
      #expect(hits == (round == 0 ? 0 : room - 1))
    }
    let recent = try DrivenCache("lru", room: room)
    for _ in 0..<4 { #expect((0..<images).count { recent.view($0) } == 0) }
  }

  @Test func `a hit in the queue of LIRS demotes another image and evicts none`() throws {
    // Half is for cold images: a and b are hot, then b and c; a and d are cold.
    let drawn = try DrivenCache("lirs:hirShare=0.5", room: 4)
    #expect(drawn.picture("abccd") == "MMMHM")
    // b is demoted, d has to leave for it; e is hot in its place and nobody leaves.
    #expect(drawn.picture("ae") == "HM")
    #expect((0..<5).map { drawn.contains($0) } == [true, true, true, false, true])
    // A queue for one is full with a alone: nothing happens.
    let small = try DrivenCache("lirs", room: 3)
    #expect(small.picture("abcca") == "MMMHH")
    #expect((0..<3).map { small.contains($0) } == [true, true, true])
  }

  @Test(arguments: ClassicStream.all)
  func `MQ with one queue equals LRU`(stream: ClassicStream) throws {
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
  func `a policy whose limit fits all images misses each once`(policy: String) throws {
    let requests = ClassicStream.all[0].generate()
    let tally = try ClassicReplay.run(policy, requests, .count, capacity: 400)
    #expect(tally.misses == Set(requests.images).count)
  }
}
