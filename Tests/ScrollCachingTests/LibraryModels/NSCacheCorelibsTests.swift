import ScrollCaching
import ScrollCore
import Testing

@Suite struct NSCacheCorelibsTests {
  @Test(arguments: CorelibsRecordings.rows)
  func `the model repeats the recordings of the real NSCache`(row: CorelibsRecordings.Row) {
    let script = CacheScript(row.script)
    let cache = NSCacheCorelibs(script.setup(count: row.count, cost: row.cost))
    let outcome = script.play(count: row.count, cost: row.cost, in: cache)
    #expect(outcome.surprises == [], "\(row.note)")
    let left = row.left.split(separator: " ").map(String.init)
    #expect(outcome.residents == left.sorted(), "\(row.note)")
    #expect(evictionOrder(of: cache, script, outcome) == left, "\(row.note)")
  }

  /// Lowers the count limit one by one; storing a resident at its own cost makes it act.
  private func evictionOrder(
    of cache: NSCacheCorelibs, _ script: CacheScript, _ outcome: CacheScript.Outcome
  ) -> [String] {
    var order: [String] = []
    while cache.residentCount > 1 {
      let resident = cache.residents(among: script.names.count)[0]
      let cost = outcome.costs[script.names[Int(resident.index)]] ?? 0
      cache.setLimits(CacheLimits(count: cache.residentCount - 1))
      _ = cache.store(Request(image: resident, cost: cost, time: .zero), as: .viewed)
      cache.drainRemovals { removal in
        if removal.notifiesDelegate { order.append(script.names[Int(removal.image.index)]) }
      }
    }
    return order + cache.residents(among: script.names.count).map { script.names[Int($0.index)] }
  }

  @Test func `memory warnings and the background have no effect`() {
    let outcome = CacheScript("a:3 b:4 !warning !critical !background ?a ?b")
      .play(count: 3) { NSCacheCorelibs($0) }
    #expect(outcome.hits == [true, true])
    #expect(outcome.removals.isEmpty)
  }

  @Test func `every removal has its reason and its charged cost`() {
    let script = CacheScript("a:3 b:4 b:5 -a c:9>b d:10 -*")
    let outcome = script.play(count: 1, cost: 9) { NSCacheCorelibs($0) }
    func removal(_ name: String, _ reason: RemovalReason, _ cost: Int, _ notifies: Bool) -> Removal
    {
      Removal(image: script.image(name), reason: reason, cost: cost, notifiesDelegate: notifies)
    }
    #expect(
      outcome.removals == [
        removal("a", .count, 3, true), removal("b", .replaced, 4, false),
        removal("b", .cost, 5, true), removal("c", .cost, 9, true),
        removal("d", .cost, 10, true),
      ])
  }

  @Test func `the model spares a pinned image, which keeps its place`() {
    let script = CacheScript("a:1 b:2 c:3 ^a d:4>b _a e:5>a")
    let outcome = script.play(count: 3) { NSCacheCorelibs($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["c", "d", "e"])
  }

  @Test func `the model exceeds its limits if all images are pinned`() {
    let script = CacheScript("^a ^b ^c a:1 b:1 c:1 _b _c c:1>c,b")
    let outcome = script.play(count: 1) { NSCacheCorelibs($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["a"])
  }
}
