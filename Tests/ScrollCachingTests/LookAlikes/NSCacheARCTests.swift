import ScrollCaching
import ScrollCore
import Testing

/// Rule by rule, as scripts.
@Suite struct NSCacheARCTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let note: String
    let count: Int, cost: Int
    let script: String, left: String

    init(_ note: String, count: Int = 0, cost: Int = 0, _ script: String, left: String) {
      (self.note, self.count, self.cost) = (note, count, cost)
      (self.script, self.left) = (script, left)
    }

    var testDescription: String { note }
  }

  static let rows = [
    Row("never read: the oldest goes", count: 3, "a b c d>a e>b", left: "c d e"),
    Row(
      "one read makes newest, two make frequent", count: 3, "a b c ?a d>b ?a e>c f>d",
      left: "a e f"),
    Row(
      "frequent images survive a scan", count: 4,
      "h1 h2 ?h1 ?h1 ?h2 ?h2 n0 n1 n2>n0 n3>n1 n4>n2 n5>n3", left: "h1 h2 n4 n5"),
    Row(
      "without limits nothing goes", "a b c d e f g h i j k l m n o p q r s t u v w x y",
      left: "a b c d e f g h i j k l m n o p q r s t u v w x y"),
    Row("a cost limit alone", cost: 10, "a:4 b:3 c:2 d:5>a", left: "b c d"),
    Row("over the cost limit", cost: 10, "a:1 b:2 big:20>a,b,big", left: ""),
    Row("a lower count limit acts at once", count: 5, "a b c d e n=2>a,b,c", left: "d e"),
    Row(
      "after a critical warning nothing can be kept for 4 s",
      "a b !critical>a,b +1000 c>c +3000 d ?d", left: "d"),
    Row(
      "a warning halves, and the half stays for 4 s",
      "a b c d e f !warning>a,b,c g>d +4000 h i", left: "e f g h i"),
    Row(
      "storing ghosts again", count: 3, "a b c d>a ?a a>b ?b b>c", left: "a b d"),
    Row("replaced and removed values are told", count: 3, "a:1 a:2>a -a>a", left: ""),
    Row("the background drops all", count: 9, "a b c !background>a,b,c d", left: "d"),
    Row(
      "no count limit any more cuts to twenty", count: 25,
      "a b c d e f g h i j k l m n o p q r s t u v n=0>a,b w x",
      left: "c d e f g h i j k l m n o p q r s t u v w x"),
    // Read twice, evicted, stored again: its reads were kept, and p moves towards it.
    Row(
      "reads survive as long as the ghost", count: 2, "a ?a ?a b ?b ?b c>c d>d n=1>a n=2 a b>b",
      left: "a b"),
  ]

  @Test(arguments: rows, [false, true])
  func `the rules do what they say`(row: Row, ghostDrift: Bool) {
    let script = CacheScript(row.script)
    let outcome = script.play(count: row.count, cost: row.cost) {
      NSCacheARC($0, ghostDrift: ghostDrift)
    }
    #expect(outcome.surprises == [], "\(row.note), ghostDrift \(ghostDrift)")
    #expect(outcome.residents == row.left.split(separator: " ").map(String.init).sorted())
  }

  @Test func `with ghost drift a ghost is forgotten earlier`() {
    // c is evicted third, after two ghosts were stored again. While it is a ghost its missed
    // look-up counts and storing it moves the target to 3: then the next hit makes it the only
    // frequent image, and it goes for the recent ones. Forgotten, it is new, and stays.
    let start = "a b c d>a ?a a>b ?b b>c ?c c>d ?c "
    let kept = CacheScript(start + "x>c ?c").play(count: 3) { NSCacheARC($0) }
    #expect(kept.surprises == [])
    let drifted = CacheScript(start + "x>a ?c").play(count: 3) {
      NSCacheARC($0, ghostDrift: true)
    }
    #expect(drifted.surprises == [])
  }

  @Test(arguments: 0..<20, [false, true])
  func `random sequences go as the rules written down once more`(batch: Int, ghostDrift: Bool) {
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      var random = SeededRandom(seed: seed)
      let keyCount = 4 + random.below(30)
      var plain = WrittenDownARC(ghostDrift: ghostDrift)
      let cache = NSCacheARC(
        PolicySetup(imageCount: keyCount, limits: CacheLimits()), ghostDrift: ghostDrift)
      var limits = CacheLimits(cost: 0, count: 0)
      for step in 0..<200 {
        let key = random.chance(0.4) ? random.below(4) : random.below(keyCount)
        let time = SimTime(milliseconds: Double(plain.now))
        let cost = random.below(5)
        let request = Request(image: ImageID(key), cost: cost, time: time)
        switch step == 0 ? 990 : random.below(1000) {
        case 0..<450:
          let hit = cache.lookup(request)
          #expect(plain.get(key) == hit, "seed \(seed), step \(step)")
        case 450..<930:
          plain.set(key, cost: cost)
          _ = cache.store(request, as: .viewed)
        case 930..<950:
          plain.remove(key)
          cache.remove(ImageID(key), because: .removed)
        case 950..<965:
          // The cache learns the time from its requests.
          plain.now += [1, 3999, 4000][random.below(3)]
          let later = SimTime(milliseconds: Double(plain.now))
          let hit = cache.lookup(Request(image: ImageID(key), cost: 0, time: later))
          #expect(plain.get(key) == hit, "seed \(seed), step \(step)")
        case 965..<980:
          let limit = random.below(30)
          guard limit != limits.cost else { continue }
          limits.cost = limit
          plain.setCostLimit(limit)
          cache.setLimits(limits)
        case 980..<993:
          let limit = random.below(12)
          guard limit != limits.count else { continue }
          limits.count = limit
          plain.setCountLimit(limit)
          cache.setLimits(limits)
        case 993..<998:
          let isCritical = random.chance(0.3)
          plain.warn(critically: isCritical)
          cache.pressureChanged(to: isCritical ? .critical : .warning, at: time)
        default:
          plain.enterBackground()
          cache.didEnterBackground(at: time)
        }
        var told: [Int] = []
        cache.drainRemovals { told.append(Int($0.image.index)) }
        #expect(told == plain.told, "seed \(seed), step \(step)")
        guard told == plain.told else { break }
        plain.told = []
      }
      #expect(
        cache.residents(among: keyCount).map { Int($0.index) } == plain.costs.keys.sorted(),
        "seed \(seed)")
    }
  }

  @Test func `the catalogue knows ghostDrift`() throws {
    let choice = try PolicyCatalog.builtIn.choose("nscache-arc:ghostDrift=true")
    #expect(choice.settings.flag("ghostDrift"))
  }
}
