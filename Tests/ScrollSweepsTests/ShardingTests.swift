import ScrollSweeps
import Testing

@Suite struct ShardingTests {
  private let plan: SweepPlan

  init() throws {
    plan = try Specs.plan(
      "  policy: [lru, fifo, sieve, arc]", "  budget: 16MiB..128MiB:x2", "  seed: 0..9",
      "  device: [iphone-8, iphone-13-pro]", "  network: 3g-lossy")
  }

  @Test(arguments: [1, 2, 3, 7, 8, 100, 320, 1000])
  func `every run belongs to exactly one shard`(count: Int) {
    let shards = plan.shards(count)
    #expect(shards.count == count)
    #expect(shards.flatMap { $0 }.sorted() == Array(plan.runs.indices))
  }

  @Test(arguments: [2, 3, 8])
  func `shards are equally heavy within one run`(count: Int) throws {
    let weights = plan.runs.map { plan.scenario(of: $0).weight }
    let heaviest = try #require(weights.max())
    let fair = weights.reduce(0, +) / Double(count)
    for shard in plan.shards(count) {
      #expect(abs(shard.reduce(0) { $0 + weights[$1] } - fair) <= heaviest)
    }
  }

  @Test func `every shard contains runs of every policy`() {
    for shard in plan.shards(8) { #expect(Set(shard.map { plan.runs[$0].policy }).count == 4) }
  }

  @Test func `the shards depend only on the plan and keep its order`() {
    let shards = plan.shards(8)
    #expect(plan.shards(8) == shards)
    for (index, shard) in shards.enumerated() {
      #expect(shard == shard.sorted())
      #expect(plan.positions(in: Shard(index + 1, of: 8)) == shard)
    }
    let sum = plan.shares(of: shards).reduce(0, +)
    #expect(abs(sum - 1) < 1e-9)
  }

  @Test(arguments: ["3/8", "1/1", "8/8"])
  func `a shard survives parsing and printing`(text: String) throws {
    #expect(try #require(Shard(parsing: text)).description == text)
  }

  @Test(arguments: ["0/8", "9/8", "3", "3/", "/8", "a/b", "1/2/3", "-1/2", "1/0"])
  func `an invalid shard is an error`(text: String) {
    #expect(Shard(parsing: text) == nil)
  }
}
