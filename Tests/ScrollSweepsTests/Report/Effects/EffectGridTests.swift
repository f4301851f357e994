import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of grids whose effects are known, because the tests define them.
@Suite struct EffectGridTests {
  private func axis(_ kind: EffectAxis.Kind, _ count: Int) -> EffectAxis {
    EffectAxis(kind, levels: (0..<count).map { "\(kind.rawValue) \($0)" })
  }

  /// Returns every combination of some axes, with the values of `stalls`.
  private func points(
    _ axes: [EffectAxis], least: Double = 0.01, stalls: ([Int]) -> Double?
  ) -> [EffectGrid.Point] {
    var combinations: [[Int]] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { first in axis.levels.indices.map { first + [$0] } }
    }
    return combinations.compactMap { levels in
      stalls(levels).map {
        EffectGrid.Point(levels: levels, stalls: $0, leastSeconds: least, runs: 1)
      }
    }
  }

  @Test func `a lever that halves the stalls of every scenario has an effect of one half`() throws {
    let axes = [axis(.prefetcher, 2), axis(.policy, 3), axis(.network, 2)]
    // The slow network stalls a hundred times as much; the policy is worth a tenth.
    let all = points(axes) { level in
      (level[2] == 0 ? 1.0 : 100) * (level[0] == 0 ? 2 : 1) * (10 - Double(level[1] % 2)) / 10
    }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    #expect(effects.levers.map(\.axis.kind) == [.prefetcher, .policy])
    #expect(abs(effects.levers[0].share - 0.5) < 1e-12)
    #expect(effects.levers[0].worst.name == "prefetcher 0")
    #expect(abs(effects.levers[1].share - 0.1) < 1e-12)
    #expect(effects.levers[1].best.name == "policy 1")
    let network = try #require(effects.conditions.first)
    #expect(abs(network.share - 0.99) < 1e-12)
    #expect(network.variance == 1)
  }

  @Test func `a scenario with much stall does not outweigh one with little`() throws {
    let axes = [axis(.policy, 2), axis(.trace, 2)]
    // Policy 1 is worse by half where little stalls, and better by a hundredth where much does.
    let all = points(axes) { $0[1] == 0 ? [1, 1.5][$0[0]] : [100, 99][$0[0]] }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    #expect(effects.levers[0].best.name == "policy 0")
  }

  /// The scenarios are the same; by the means of the runs policy 1 is better by 0.25 s.
  @Test func `seconds are means of the runs, and percents weigh every scenario equally`() throws {
    let axes = [axis(.policy, 2), axis(.trace, 2)]
    let all = points(axes) { $0[1] == 0 ? [1, 1.5][$0[0]] : [100, 99][$0[0]] }
    let policy = SweepEffects(try #require(EffectGrid(axes: axes, points: all))).levers[0]
    #expect(policy.levels.map(\.stalls) == [50.5, 50.25])
    let better = (1 / 1.25 + 100 / 99.5) / 2
    let worse = (1.5 / 1.25 + 99 / 99.5) / 2
    #expect(policy.best.name == "policy 0" && policy.seconds == -0.25)
    #expect(abs(policy.share - (1 - better / worse)) < 1e-9)
  }

  @Test func `the answer names the lever that changes the most seconds`() throws {
    let axes = [axis(.policy, 2), axis(.budget, 2), axis(.trace, 2)]
    // Policy 1 halves the short stall, budget 1 saves a tenth of the long one.
    let all = points(axes) { level in
      level[2] == 0 ? (level[0] == 0 ? 1 : 0.5) : (level[1] == 0 ? 100 : 90)
    }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    #expect(
      effects.sentences[0].hasSuffix(
        "In seconds the budget matters most: it changes the mean stall by 5.00 s, the policy by "
          + "0.25 s."), "\(effects.sentences)")
  }

  @Test func `two axes that vary together form one axis`() throws {
    let axes = [axis(.prefetcher, 2), axis(.device, 2), axis(.network, 2)]
    let all = points(axes) { level in
      level[1] == level[2] ? Double(1 + level[0] + 3 * level[2]) : nil
    }
    let grid = try #require(EffectGrid(axes: axes, points: all))
    #expect(grid.axes.map(\.kind) == [.prefetcher, .device])
    #expect(grid.axes[1].companions == [.network])
    #expect(grid.axes[1].name == "device with network")
  }

  /// The loaders have their own policies and budgets, which differ by device.
  @Test func `settings that a library implies are an effect of the loader`() throws {
    let axes = [axis(.loader, 2), axis(.device, 2), axis(.policy, 2), axis(.budget, 4)]
    let all = points(axes) { level in
      level[2] == level[0] && level[3] == 2 * level[0] + level[1] ? Double(1 + level[0]) : nil
    }
    let grid = try #require(EffectGrid(axes: axes, points: all))
    #expect(grid.axes.map(\.kind) == [.loader, .device])
    #expect(grid.axes[0].companions == [.policy, .budget])
  }

  @Test func `effects name the levels outside the complete part`() throws {
    let axes = [axis(.policy, 3), axis(.budget, 2)]
    let all = points(axes) { $0 == [2, 1] ? nil : Double(1 + $0[0]) }
    let grid = try #require(EffectGrid(axes: axes, points: all))
    #expect(grid.leftOut == 1)
    #expect(grid.leftOutLevels.map(\.levels) == [["policy 2"]])
  }

  @Test func `a sentence says why a named policy is not in the ranking`() {
    var rows = SampleRows()
    for trace in ["a.scroll", "b.scroll"] {
      rows.add("lru", trace: trace, SampleRows.Figures(stalls: 1))
      rows.add("2q", trace: trace, SampleRows.Figures(stalls: 5, shortage: (room: 1, needed: 2)))
    }
    let text = rows.report().text(width: 100).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      text.contains(
        "In some of these runs 2q has too small a budget, so the ranking names it neither best nor "
          + "worst."), "\(text)")
  }

  @Test func `parts of the variance add up to the whole`() throws {
    let axes = [axis(.loader, 3), axis(.policy, 4)]
    var random = SeededRandom(seed: 5)
    let all = points(axes) { _ in 1 + random.unit() }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    let sum =
      effects.levers.reduce(0) { $0 + ($1.variance ?? 0) }
      + effects.pairs.reduce(0) { $0 + $1.variance }
    #expect(abs(sum - 1) < 1e-9, "seed 5: \(sum)")
  }

  @Test func `a joint effect of two axes belongs to neither axis alone`() throws {
    let axes = [axis(.loader, 2), axis(.policy, 2)]
    let all = points(axes) { $0[0] == $0[1] ? 1 : 2 }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    #expect(effects.levers.allSatisfy { abs($0.variance ?? 1) < 1e-12 && !$0.matters })
    #expect(effects.pairs.count == 1 && abs(effects.pairs[0].variance - 1) < 1e-12)
    #expect(!effects.isCalm)
  }

  @Test func `a best level that depends on a condition is a conflict with both costs`()
    throws
  {
    let axes = [axis(.prefetcher, 2), axis(.network, 2)]
    let all = points(axes) { [[4.0, 1], [2.7, 1.2]][$0[0]][$0[1]] }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    let conflict = try #require(effects.conflicts.first)
    #expect(effects.conflicts.count == 1)
    #expect([conflict.forFirst.level, conflict.forSecond.level] == ["network 0", "network 1"])
    #expect(conflict.first == "prefetcher 1" && conflict.second == "prefetcher 0")
    #expect(abs(conflict.forFirst.saved - 1.3) < 1e-12)
    #expect(abs(conflict.forSecond.saved - 0.2) < 1e-12)
    #expect(conflict.means == [[4, 2.7], [1, 1.2]])
  }

  @Test func `an invisible difference between best levels is no conflict`() throws {
    let axes = [axis(.policy, 2), axis(.network, 2)]
    let all = points(axes) { [[1.0, 1.009], [1.009, 1]][$0[0]][$0[1]] }
    #expect(SweepEffects(try #require(EffectGrid(axes: axes, points: all))).conflicts.isEmpty)
  }

  @Test func `a conflict under one level of a condition is found although means hide it`() throws {
    let axes = [axis(.prefetcher, 2), axis(.trace, 2), axis(.network, 2)]
    let all = points(axes) { level in
      level[1] == 0 ? [10.0, 1][level[0]] : [[2.0, 1], [1.0, 2]][level[0]][level[2]]
    }
    let effects = SweepEffects(try #require(EffectGrid(axes: axes, points: all)))
    let hidden = effects.conflicts.first { $0.condition?.kind == .trace }
    #expect(hidden?.conditionLevel == "trace 1" && hidden?.other.kind == .network)
  }

  @Test func `an incomplete grid uses its complete part and counts the rest`() throws {
    let axes = [axis(.loader, 3), axis(.policy, 4)]
    // The third loader was run with one policy alone.
    let all = points(axes) { $0[0] < 2 || $0[1] == 0 ? Double(1 + $0[1]) : nil }
    let grid = try #require(EffectGrid(axes: axes, points: all))
    #expect(grid.axes.map(\.levels.count) == [2, 4])
    #expect(grid.runs == 8 && grid.leftOut == 1)
  }

  @Test(arguments: 0..<40)
  func `no level can be added to the complete part`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let axes = [axis(.loader, 3), axis(.policy, 3), axis(.budget, 3)]
    let all = points(axes) { _ in random.unit() < 0.8 ? 1 + random.unit() : nil }
    guard let grid = EffectGrid(axes: axes, points: all) else { return }
    let part = grid.axes.reduce(1) { $0 * $1.levels.count }
    #expect(grid.stalls.count == part && grid.runs >= part, "seed \(seed)")
    #expect(grid.stalls.allSatisfy { $0 > 0 }, "seed \(seed)")
    #expect(grid.runs + grid.leftOut == all.count, "seed \(seed)")
  }

  @Test func `an axis that depends on another is not a separate axis`() throws {
    let axes = [axis(.policy, 2), axis(.trace, 2), axis(.layout, 2)]
    let all = points(axes) { $0[1] == $0[2] ? Double(1 + $0[0] + $0[1]) : nil }
    let grid = try #require(EffectGrid(axes: axes, points: all))
    #expect(grid.axes.map(\.kind) == [.policy, .trace])
    #expect(grid.leftOut == 0)
  }

  @Test func `a sweep without visible stalls has no effects`() throws {
    let axes = [axis(.policy, 2), axis(.trace, 2)]
    let calm = SweepEffects(
      try #require(
        EffectGrid(axes: axes, points: points(axes, least: 0.1) { Double($0[0]) * 0.05 })))
    #expect(calm.isCalm && calm.calmScenes == 2)
    let still = SweepEffects(
      try #require(EffectGrid(axes: axes, points: points(axes) { _ in 0 })))
    #expect(still.isCalm && still.levers[0].seconds == 0 && still.levers[0].share == 0)
  }

  @Test func `a single configuration has no effects`() {
    let axes = [axis(.policy, 1), axis(.trace, 1)]
    #expect(EffectGrid(axes: axes, points: points(axes) { _ in 1 }) == nil)
    #expect(EffectGrid(axes: axes, points: []) == nil)
  }
}
