import ScrollResults
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
    let rival = found.rival.flatMap { $0.setting == reference?.setting ? nil : $0 }
    func runs(_ setting: CacheSetting) -> SettingRuns {
      SettingRuns(of: setting, in: self, over: places)
    }
    let advised = runs(found.setting)
    let ofReference = reference.map { runs($0.setting) }
    let ofRival = rival.map { runs($0.setting) }
    let all = [advised, ofReference, ofRival].compactMap { $0 }
    // The one of most runs has the most seeds.
    let most = all.max { $0.spots.count < $1.spots.count } ?? advised
    let shared = most.spots.filter { spot in all.allSatisfy { $0[spot] != nil } }
    guard !shared.isEmpty else { return nil }
    let spots = AdviceQuestion.evenly(shared)
    func other(_ runs: SettingRuns?, leavesLess: Bool) -> AdviceQuestion.Other? {
      runs.map { runs in
        AdviceQuestion.Other(spots.compactMap { runs[$0] }, leavesLess: leavesLess)
      }
    }
    return AdviceQuestion(
      device: found.device, network: found.network, advised: spots.compactMap { advised[$0] },
      reference: other(ofReference, leavesLess: reference?.costs ?? false),
      rival: other(ofRival, leavesLess: true), allPlaces: shared.count, materiality: materiality,
      frames: leastSeconds(at: spots, over: places))
  }

  /// The mean of the least seconds that matter.
  private func leastSeconds(at spots: [SettingRuns.Spot], over places: [Int]) -> Double {
    let rate = places.first.flatMap { scenes[$0].device.refreshRate }.map(Double.init)
    let duration = spots.reduce(0) { $0 + sessions[$1.session].durationSeconds }
    return materiality.leastSeconds(
      over: duration / Double(max(1, spots.count)), at: rate ?? Materiality.assumedRefreshRate)
  }
}
