import ScrollSimulation

extension SweepReport {
  /// For each recommendation, in their order, which runs are made again for its band.
  package var adviceQuestions: [AdviceQuestion] {
    recommendations.compactMap { question(about: $0) }
  }

  /// Nil if its settings have no place in common.
  private func question(about found: Recommendation) -> AdviceQuestion? {
    let places = scenes.indices.filter {
      scenes[$0].device.name == found.device
        && (found.network == nil || scenes[$0].network.name == found.network)
    }
    let reference = found.reference.flatMap { $0.setting == found.setting ? nil : $0 }
    let next = SettingTable(self, over: places).rows.first {
      $0.setting != found.setting && $0.setting != reference?.setting
    }
    let rival = found.rival.map(\.setting) ?? next?.setting
    func runs(_ setting: CacheSetting) -> SettingRuns {
      SettingRuns(of: setting, in: self, over: places)
    }
    let advised = runs(found.setting)
    let ofReference = reference.map { runs($0.setting) }
    let ofRival = rival == reference?.setting ? nil : rival.map(runs)
    let all = [advised, ofReference, ofRival].compactMap { $0 }
    // The one of most runs has the most seeds.
    let most = all.max { $0.spots.count < $1.spots.count } ?? advised
    let shared = most.spots.filter { spot in all.allSatisfy { $0[spot] != nil } }
    guard !shared.isEmpty else { return nil }
    let spots = Self.few(shared, of: advised)
    func other(
      _ setting: CacheSetting?, _ runs: SettingRuns?, leavesLess: Bool
    ) -> AdviceQuestion.Other? {
      guard let setting, let runs else { return nil }
      return AdviceQuestion.Other(setting, spots.compactMap { runs[$0] }, leavesLess: leavesLess)
    }
    return AdviceQuestion(
      device: found.device, network: found.network, advised: spots.compactMap { advised[$0] },
      reference: other(reference?.setting, ofReference, leavesLess: reference?.costs ?? false),
      rival: other(rival, ofRival, leavesLess: found.rival != nil), allPlaces: shared.count,
      materiality: materiality,
      frames: leastSeconds(at: spots, over: places))
  }

  /// Of many spots a few, those whose runs have the least digests, in their order.
  private static func few(
    _ spots: [SettingRuns.Spot], of runs: SettingRuns
  ) -> [SettingRuns.Spot] {
    guard spots.count > AdviceQuestion.mostPlaces else { return spots }
    let keyed = spots.compactMap { spot in runs[spot].map { (spot, $0) } }
    let least = keyed.sorted { $0.1 < $1.1 }.prefix(AdviceQuestion.mostPlaces)
    let taken = Set(least.map(\.0))
    return spots.filter { taken.contains($0) }
  }

  /// The mean of the least seconds that matter.
  private func leastSeconds(at spots: [SettingRuns.Spot], over places: [Int]) -> Double {
    let rate = places.first.flatMap { scenes[$0].device.refreshRate }.map(Double.init)
    let duration = spots.reduce(0) { $0 + sessions[$1.session].durationSeconds }
    return materiality.leastSeconds(
      over: duration / Double(max(1, spots.count)), at: rate ?? Materiality.assumedRefreshRate)
  }
}
