import ScrollSimulation

// Several devices in one ranking: each counts alike, so that a slow one does not decide for all.
extension SweepReport {
  /// Whether each device has its own stalls: a mean over devices would be that of the slowest.
  var splitsRanking: Bool { (2...Self.splitLimit).contains(devices.count) }

  private static let splitLimit = 6

  /// Policies over all devices best first, by their stalls in percent of the mean on each.
  func rankedAlike(_ standings: [Standing]) -> [Standing] {
    let relative = relativeStalls
    return Ranking.bestFirst(
      standings,
      score: { standing in
        var score = standing.score
        if let stalls = relative[standing.policy] { score.stallSeconds = stalls }
        return score
      }, name: { $0.name })
  }

  /// The mean over devices of each policy's stalls in percent of what all policies stall there;
  /// nothing for one with which the app was killed on some device.
  var relativeStalls: [Int: Double] {
    var sums: [Int: (stalls: Double, devices: Int)] = [:]
    for device in devices {
      let all = ranking(over: device.scenes)
      let known = all.compactMap(\.livingStalls)
      let mean = known.reduce(0, +) / Double(max(1, known.count))
      for standing in all {
        guard let own = standing.livingStalls else { continue }
        sums[standing.policy, default: (0, 0)].stalls += mean > 0 ? own / mean : 1
        sums[standing.policy, default: (0, 0)].devices += 1
      }
    }
    return sums.filter { $0.value.devices == devices.count }
      .mapValues { $0.stalls / Double(devices.count) * 100 }
  }
}
