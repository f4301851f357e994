import ScrollCore

// The best rule, searched for among all that the swept budgets can tell apart.
extension PopulationStudy {
  /// The shares of memory that are looked at, in hundredths.
  private static let percents = 1...50

  /// Rules `p % of memory, at most c` for a setting, one for each outcome that they can have.
  ///
  /// A rule is judged on each device by the largest budget that was swept there and that it
  /// allows, so that it never gets the credit for more memory than it takes. Of rules that come to
  /// the same budgets everywhere, the smallest share counts, with the smallest cap.
  ///
  /// - Parameters:
  ///   - setting: its place.
  ///   - users: on whose devices; each needs its memory known, and a budget small enough.
  /// - Returns: none where fewer than two budgets were swept in bytes.
  /// - Complexity: O(*p c d*) in the shares, the budgets and the devices.
  func searchedRules(of setting: Int, for users: [Users]) -> [PopulationChoice.Budget] {
    let swept = sweptBudgets(of: setting, for: users)
    let caps = Set(swept.values.flatMap { $0 }).sorted()
    guard caps.count > 1 else { return [] }
    var found: Set<[Int: Int]> = []
    var rules: [PopulationChoice.Budget] = []
    for percent in Self.percents {
      for cap in caps {
        var budgets: [Int: Int] = [:]
        for (device, sizes) in swept {
          guard let memory = devices[device].memoryBytes else { return [] }
          let most = min(Int(Double(memory) * Double(percent) / 100), cap)
          budgets[device] = sizes.last { $0 <= most }
        }
        guard budgets.count == swept.count, found.insert(budgets).inserted else { continue }
        rules.append(.searched("\(percent)%<=\(ByteCount(cap))", budgets))
      }
    }
    return rules
  }

  /// The budgets in bytes that were run for all users of each device, ascending.
  private func sweptBudgets(of setting: Int, for users: [Users]) -> [Int: [Int]] {
    let sizes = plainBudgets(of: setting).compactMap { budget -> Int? in
      if case .bytes(let bytes?) = budget, bytes != SweepReport.unlimited { bytes } else { nil }
    }
    var swept: [Int: [Int]] = [:]
    for group in users {
      let run = sizes.filter { bytes in
        group.traces.allSatisfy { trace in
          cells[
            Place(
              device: group.device, network: group.network, trace: trace, setting: setting,
              budget: bytes)] != nil
        }
      }
      swept[group.device] = swept[group.device].map { $0.filter(run.contains) } ?? run
    }
    return swept
  }
}
