import ScrollCaching
import ScrollCore
import Testing

@Suite struct NukeCacheTests {
  @Test(arguments: NukeRecordings.rows)
  func `the clock model repeats the recordings of Nuke`(row: NukeRecordings.Row) {
    check(row, .clock, row.clock)
  }

  @Test(arguments: NukeRecordings.rows)
  func `the queue model repeats the recordings of Nuke`(row: NukeRecordings.Row) {
    check(row, .leastRecentlyUsed, row.queue)
  }

  private static let names = Array("abcdefgh")

  private func image(_ name: Character) -> ImageID {
    ImageID(Self.names.firstIndex(of: name) ?? 0)
  }

  private func check(
    _ row: NukeRecordings.Row, _ replacement: NukeCache.Replacement,
    _ expected: NukeRecordings.Outcome
  ) {
    var limits = CacheLimits(cost: row.cost, count: row.count)
    let cache = NukeCache(
      PolicySetup(imageCount: Self.names.count, limits: limits), replacement, entryCostLimit: 1)
    var previous = ""
    var states: [String] = []
    for word in row.words.split(separator: " ") {
      let isHit = play(word, in: cache, &limits)
      let state = self.state(of: cache)
      states.append((state == previous ? "=" : state) + (isHit ? "+" : ""))
      previous = state
    }
    #expect(states.joined(separator: " ") == expected.states, "\(row.note)")
    var left = ""
    cache.drainRemovals { _ in }
    while cache.residentCount > 0 {
      cache.trim(toCount: cache.residentCount - 1)
      cache.drainRemovals { left.append(Self.names[Int($0.image.index)]) }
    }
    #expect(left == expected.left, "\(row.note)")
  }

  /// Plays a word and returns `true` if it was a hit.
  private func play(_ word: Substring, in cache: NukeCache, _ limits: inout CacheLimits) -> Bool {
    let number = word.split(separator: "=").last.flatMap { Int($0) } ?? 0
    if word.hasPrefix("tc=") {
      cache.trim(toCost: number)
    } else if word.hasPrefix("tn=") {
      cache.trim(toCount: number)
    } else if word.hasPrefix("c=") || word.hasPrefix("n=") {
      if word.hasPrefix("c=") { limits.cost = number } else { limits.count = number }
      cache.setLimits(limits)
    } else if word.hasPrefix("?") {
      let asked = image(word.last ?? "a")
      return cache.lookup(Request(image: asked, cost: 0, time: .zero))
    } else if word == "-*" {
      cache.removeAll(because: .removed)
    } else if word.hasPrefix("-") {
      cache.remove(image(word.last ?? "a"), because: .removed)
    } else {
      let cost = word.split(separator: ":").last.flatMap { Int($0) } ?? 0
      let request = Request(image: image(word.first ?? "a"), cost: cost, time: .zero)
      _ = cache.store(request, as: .viewed)
    }
    return false
  }

  private func state(of cache: NukeCache) -> String {
    let residents = cache.residents(among: Self.names.count).map { Self.names[Int($0.index)] }
    return "\(String(residents))/\(cache.totalCost)"
  }

  @Test(arguments: [NukeCache.Replacement.clock, .leastRecentlyUsed])
  func `Nuke refuses an image of a tenth of the limit, but not one byte less`(
    replacement: NukeCache.Replacement
  ) {
    let script = LibraryScript("a:10x a:9 b:11x a:12x ?a b:0")
    let outcome = script.play(cost: 100) { NukeCache($0, replacement) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["a", "b"])
  }

  @Test func `Nuke up to 13_0_4 refuses no images above two thousand million`() {
    let limit = Int(Int32.max)
    let below = LibraryScript("a:\(limit)x").play(cost: limit) { NukeCache($0, .leastRecentlyUsed) }
    #expect(below.surprises == [])
    let above = LibraryScript("a:\(limit)").play(cost: limit + 1) {
      NukeCache($0, .leastRecentlyUsed)
    }
    #expect(above.surprises == [])
  }

  @Test func `Nuke from 13_0_5 on refuses a tenth of any limit`() {
    let limit = 10 * (Int(Int32.max) + 1)
    let script = LibraryScript("a:\(limit / 10)x b:\(limit / 10 - 1)")
    let outcome = script.play(cost: limit) { NukeCache($0, .clock) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["b"])
  }

  @Test func `the background trims to a tenth of both limits`() {
    let script = LibraryScript("a:3 b:3 c:3 d:3 ?a background>b,c,d")
    #expect(script.play(cost: 50) { NukeCache($0, .leastRecentlyUsed) }.surprises == [])
    let counted = LibraryScript("a b c d e f g h i j k l ?a background>b,c,d,e,f,g,h,i,j,k,l")
    #expect(counted.play(count: 12) { NukeCache($0, .leastRecentlyUsed) }.surprises == [])
  }

  @Test func `a warning removes all images that are not pinned`() {
    let script = LibraryScript("a b c ^b normal warning>a,c ?b d critical>d")
    #expect(script.play(count: 9) { NukeCache($0, .clock) }.surprises == [])
  }

  @Test func `a look-up removes an expired image`() {
    let script = LibraryScript("a b +1000 ?a a +1000 ?a +1 !b>b ?a +999 ?a +1 !a>a")
    let ttl = SimTime(milliseconds: 2000)
    let outcome = script.play(count: 9) { NukeCache($0, .clock, ttl: ttl) }
    #expect(outcome.surprises == [])
    #expect(outcome.evictions.map(\.reason) == [.expired, .expired])
  }

  @Test func `Nuke spares a pinned image, which keeps its place`() {
    let script = LibraryScript("a b c ^a d>b _a e>a")
    #expect(script.play(count: 3) { NukeCache($0, .clock) }.surprises == [])
  }
}
