import ScrollCore
import Testing

/// The checker itself: by hand, and against every order that there is.
@Suite struct LinearizabilityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var history: [KeyOperation]
    var isLinearizable: Bool
    var mayEvict = false
  }

  static let cases = [
    Case(testDescription: "nothing", history: [], isLinearizable: true),
    Case(
      testDescription: "a look-up finds what was stored before",
      history: [does(.store(1), 0, 1), does(.look(1), 2, 3)], isLinearizable: true),
    Case(
      testDescription: "a look-up finds nothing although it was stored before",
      history: [does(.store(1), 0, 1), does(.look(nil), 2, 3)], isLinearizable: false),
    Case(
      testDescription: "the same where values may be evicted",
      history: [does(.store(1), 0, 1), does(.look(nil), 2, 3)], isLinearizable: true,
      mayEvict: true),
    Case(
      testDescription: "what was evicted does not come back",
      history: [does(.store(1), 0, 1), does(.look(nil), 2, 3), does(.look(1), 4, 5)],
      isLinearizable: false, mayEvict: true),
    Case(
      testDescription: "a look-up beside a store finds either",
      history: [
        does(.store(1), 0, 1), does(.store(2), 2, 7), does(.look(1), 3, 4), does(.look(2), 5, 6),
      ], isLinearizable: true),
    Case(
      testDescription: "two look-ups see two stores in different orders",
      history: [
        does(.store(1), 0, 10), does(.store(2), 1, 11), does(.look(1), 2, 3),
        does(.look(2), 4, 5), does(.look(1), 6, 7),
      ], isLinearizable: false),
    Case(
      testDescription: "a removed value is found again",
      history: [does(.store(1), 0, 1), does(.remove, 2, 3), does(.look(1), 4, 5)],
      isLinearizable: false),
    Case(
      testDescription: "a value is found before it was stored",
      history: [does(.look(1), 0, 1), does(.store(1), 2, 3)], isLinearizable: false),
  ]

  private static func does(
    _ action: KeyOperation.Action, _ called: Int, _ returned: Int
  ) -> KeyOperation {
    KeyOperation(action: action, called: called, returned: returned)
  }

  @Test(arguments: cases)
  func `the checker judges small histories as worked out by hand`(of example: Case) {
    let order = Linearizability.order(of: example.history, mayEvict: example.mayEvict)
    #expect((order != nil) == example.isLinearizable)
  }

  @Test(arguments: [false, true])
  func `the checker agrees with a search of every order on random histories`(mayEvict: Bool) {
    var verdicts: [Bool: Int] = [:]
    for seed in UInt64(0)..<2000 {
      var random = SeededRandom(seed: seed)
      let history = Self.draw(&random)
      let found = Linearizability.order(of: history, mayEvict: mayEvict)
      let expected = Self.hasOrder(history, after: nil, mayEvict: mayEvict)
      #expect((found != nil) == expected, "seed \(seed): \(history)")
      verdicts[expected, default: 0] += 1
    }
    #expect(verdicts[true, default: 0] > 200)
    #expect(verdicts[false, default: 0] > 200)
  }

  /// Up to six operations whose calls and returns are shuffled.
  private static func draw(_ random: inout SeededRandom) -> [KeyOperation] {
    let count = 1 + random.below(6)
    var ticks = Array(0..<2 * count)
    for place in ticks.indices.reversed() {
      ticks.swapAt(place, random.below(place + 1))
    }
    return (0..<count).map { index in
      let value = random.below(2)
      let actions: [KeyOperation.Action] = [.store(value), .remove, .look(value), .look(nil)]
      let (one, other) = (ticks[2 * index], ticks[2 * index + 1])
      return KeyOperation(
        action: actions[random.below(actions.count)], called: min(one, other),
        returned: max(one, other))
    }
  }

  /// Tries every order, with no memory and no thought.
  private static func hasOrder(
    _ left: [KeyOperation], after value: Int?, mayEvict: Bool
  ) -> Bool {
    if left.isEmpty { return true }
    return left.indices.contains { index in
      var rest = left
      let operation = rest.remove(at: index)
      guard rest.allSatisfy({ $0.returned > operation.called }) else { return false }
      switch operation.action {
      case .store(let stored): return hasOrder(rest, after: stored, mayEvict: mayEvict)
      case .remove: return hasOrder(rest, after: nil, mayEvict: mayEvict)
      case .look(let found):
        guard found == value || (found == nil && mayEvict) else { return false }
        return hasOrder(rest, after: found, mayEvict: mayEvict)
      }
    }
  }
}
