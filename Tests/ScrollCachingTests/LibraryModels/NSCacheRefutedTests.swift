import ScrollCaching
import ScrollCore
import Testing

/// Tests of readings of NSCache that are refuted, or only the documentation's worst case, and their
/// differences from the observed behavior.
struct NSCacheRefutedTests {
  private func play(_ name: String, _ script: String, count: Int = 0, cost: Int = 0) throws
    -> CacheScript.Outcome
  {
    let choice = try PolicyCatalog.builtIn.choose(name)
    return CacheScript(script).play(count: count, cost: cost) { setup in
      var setup = setup
      setup.settings = choice.settings
      return choice.entry.makeModel(setup)
    }
  }

  private static let observed = "1:0 2:0 3:0 4:0 5:0 6:0 ?2 7:0 8:0"

  @Test(arguments: [
    ("nscache-lru", ["1", "3", "4"]), ("nscache-arc", ["1", "3", "4"]),
    ("nscache-fifo", ["1", "2", "3"]), ("nscache-corelibs", ["6", "7", "8"]),
    ("nscache-gnustep", []), ("nscache-docs", []), ("nscache-winobjc", ["1", "3", "4"]),
  ])
  func `delegate calls distinguish the readings`(name: String, told: [String]) throws {
    let outcome = try play(name, Self.observed, count: 5)
    let names = (1...8).map(String.init)
    let heard = outcome.removals.filter(\.notifiesDelegate).map { names[Int($0.image.index)] }
    #expect(heard == told)
  }

  @Test func `nscache-random evicts any image, and repeats with the same seed`() throws {
    func gone(seed: UInt64) throws -> [Int32] {
      let choice = try PolicyCatalog.builtIn.choose("nscache-random")
      let model = choice.entry.makeModel(
        PolicySetup(
          imageCount: 50, limits: CacheLimits(count: 5), settings: choice.settings, seed: seed))
      var gone: [Int32] = []
      for image in 0..<50 {
        _ = model.store(Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
        model.drainRemovals { gone.append($0.image.index) }
      }
      return gone
    }
    let first = try gone(seed: 1)
    #expect(try first == gone(seed: 1))
    #expect(try first != gone(seed: 2))
    #expect(first != first.sorted())
  }

  @Test func `a reading with limits as hints exceeds them`() throws {
    let outcome = try play("nscache-docs", "a:9 b:9 c:9 ^b !warning>a,c", count: 1, cost: 3)
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["b"])
  }
}

/// Tests of WinObjC's NSCache, rule by rule.
struct NSCacheWinObjCTests {
  private func play(_ script: String, count: Int? = nil, cost: Int? = nil) -> CacheScript.Outcome {
    let script = CacheScript(script)
    let setup = PolicySetup(
      imageCount: script.names.count, limits: CacheLimits(cost: cost, count: count))
    return script.play(count: count ?? 0, cost: cost ?? 0, in: NSCacheLRU(setup, rule: .winObjC))
  }

  @Test(arguments: [
    ("one read protects", "a:1 b:1 ?a c:1>b", 2, 100),
    ("a lower limit acts at once", "a:1 b:1 c:1 n=1>a,b", 3, 100),
    ("the cost limit takes the oldest, just enough", "a:4 b:4 c:4>a d:1", 9, 10),
    ("entries of cost 0 are passed over", "z:0 a:6 b:6>a", 9, 10),
    ("but not where there are too many", "z:0 a:6 b:1>z", 2, 10),
    ("one over the limit goes itself, last", "a:3 big:20>a,big", 9, 10),
    ("the delegate receives replaced and removed values", "a:1 a:2>a -a>a", 9, 10),
    ("warnings and the background change nothing", "a:1 b:1 !critical !background ?a", 9, 10),
  ])
  func `every rule has the evictions of its script`(
    note: String, script: String, count: Int, cost: Int
  ) {
    #expect(play(script, count: count, cost: cost).surprises == [], "\(note)")
  }

  @Test func `a cost limit of 0 keeps only values without cost`() {
    #expect(play("a:1>a z:0 b:5>b", cost: 0).surprises == [])
    #expect(play("a:1 b:5 c:9>a", count: 2).residents == ["b", "c"])
  }
}
