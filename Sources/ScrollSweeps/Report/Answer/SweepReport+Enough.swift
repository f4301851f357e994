import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The smallest budget of the best policy on a device from which more memory hardly helps.
  struct Enough {
    let device: String, policy: String
    let budget: Int
    let stalls: Double
    /// Whether every run with it is critical all the same.
    let isCritical: Bool
    /// The smallest budget with its stalls.
    let smallest: (budget: Int, stalls: Double)
    /// The next smaller and the largest budget with their stalls; nil if it is one of them.
    let smaller: (budget: Int, stalls: Double)?
    let largest: (budget: Int, stalls: Double)?
    /// The budgets with which the app was killed, ascending; of these nothing else is said.
    let killed: [Int]
    /// Those with room for fewer images than the policy needs, of which nothing else is said either.
    let tooSmall: [Int]
  }

  /// Device by device, where there is more than one budget.
  var enoughByDevice: [Enough] { devices.compactMap { enough(on: $0.name, over: $0.scenes) } }

  /// What is enough in some scenes of a device; nil with fewer than two budgets.
  ///
  /// Stalls of the best policy there are averaged over scenes and sessions. Enough is the smallest
  /// budget that no other beats by as much as matters. Budgets with which the app was killed are
  /// left out: what was cut short did not stall less.
  func enough(on device: String, over scenes: [Int]) -> Enough? {
    guard let best = bestWithCache(over: scenes) else { return nil }
    var (killed, small): ([Int], [Int]) = ([], [])
    let curve = sizedBudgets.compactMap { budget -> (budget: Int, stalls: Double)? in
      let found = scenes.compactMap {
        cells[Place(scene: $0, policy: best.policy, budget: budget)]
      }
      if found.contains(where: { $0.deaths > 0 }) {
        killed.append(budget)
        return nil
      }
      if found.contains(where: { $0.shortage != nil }) {
        small.append(budget)
        return nil
      }
      guard found.count == scenes.count else { return nil }
      return (budget, found.reduce(0) { $0 + $1.stalls.mean } / Double(found.count))
    }
    let frames = leastSeconds(on: scenes)
    guard curve.count > 1, let least = curve.map(\.stalls).min(), let largest = curve.last,
      let index = curve.firstIndex(where: {
        !materiality.matters($0.stalls, least, frames: frames)
      })
    else { return nil }
    let isCritical = scenes.allSatisfy {
      cells[Place(scene: $0, policy: best.policy, budget: curve[index].budget)]?.isCritical
        ?? false
    }
    return Enough(
      device: device, policy: best.name, budget: curve[index].budget,
      stalls: curve[index].stalls, isCritical: isCritical,
      smallest: curve[0], smaller: index > 0 ? curve[index - 1] : nil,
      largest: index < curve.count - 1 ? largest : nil, killed: killed, tooSmall: small)
  }

  /// The best policy that has a cache: one with which the app was never killed, if there is one.
  private func bestWithCache(over scenes: [Int]) -> Standing? {
    contenders(over: scenes).first { $0.name != Self.noCache }
      ?? ranking(over: scenes).first { $0.name != Self.noCache && $0.smallCells < $0.cells }
  }

  /// The budget that is enough, in a sentence.
  var enough: String? {
    let found = enoughByDevice
    guard !found.isEmpty else { return nil }
    return found.prefix(4).map { enough in
      let budget = text(ofBudget: enough.budget)
      let smaller = enough.smaller.map {
        "\(text(ofBudget: $0.budget)) leaves \(seconds($0.stalls - enough.stalls)) more"
      }
      let larger = enough.largest.map { largest -> String in
        let saved = enough.stalls - largest.stalls
        return saved > 0
          ? "\(text(ofBudget: largest.budget)) saves \(seconds(saved))"
          : "\(text(ofBudget: largest.budget)) saves nothing"
      }
      let rest = [smaller, larger].compactMap { $0 }.joined(separator: ", ")
      let killed = enough.killed.map { text(ofBudget: $0) }.joined(separator: ", ")
      let largest = killed.isEmpty ? "budget" : "budget that keeps the app alive"
      let left = "\(enough.policy) leaves \(seconds(enough.stalls)) with \(budget)"
      let finding =
        enough.largest == nil
        ? "memory still pays at the largest \(largest): \(left)"
        : enough.isCritical
          ? "no budget is enough: \(left), which is critical"
          : "\(budget) is enough for \(enough.policy) (\(seconds(enough.stalls)))"
      return "On \(enough.device) " + finding + (rest.isEmpty ? "" : "; \(rest)")
        + (killed.isEmpty ? "" : "; with \(killed) the app was killed") + "."
    }.joined(separator: " ")
  }
}
