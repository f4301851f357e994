/// The runs of one setting in some scenarios, by their conditions, session and seed.
struct SettingRuns {
  /// The conditions, a session under them, and a seed; a `nil` seed means any.
  struct RunConditions: Hashable {
    let conditions: [String]
    let session: Int
    var seed: Int?
  }

  /// The combinations of conditions, session and seed with a run, ordered by scenario, session and
  /// seed.
  private(set) var spots: [RunConditions] = []
  private var keys: [RunConditions: ContentKey] = [:]

  init(of setting: CacheSetting, in report: SweepReport, over scenes: [Int]) {
    for (place, cell) in report.places(in: scenes) where report.setting(at: place) == setting {
      let conditions = report.conditions(of: place.scene)
      for draw in cell.draws {
        let spot = RunConditions(conditions: conditions, session: draw.session, seed: draw.seed)
        spots.append(spot)
        keys[spot] = draw.key
        let anySeed = RunConditions(conditions: conditions, session: draw.session, seed: nil)
        if keys[anySeed] == nil { keys[anySeed] = draw.key }
      }
    }
  }

  /// The run under a combination of conditions, session and seed.
  ///
  /// A setting that no seed affects has one run for all seeds.
  subscript(spot: RunConditions) -> ContentKey? {
    var anySeed = spot
    anySeed.seed = nil
    return keys[spot] ?? keys[anySeed]
  }
}
