// What is known of differences of settings for all sessions like those that were run.
extension SettingTable {
  /// How much one setting saves against another, session by session; the interval holds for all
  /// settings of the table at once.
  func saved(by row: Row, against other: Row) -> Certainty {
    Certainty(Self.differences(other, row), reach: reaches(against: other)[row.setting])
  }

  /// The settings that no other beats by as much as matters: surely so where the sessions tell,
  /// else in the sessions that were run.
  var notSurelyWorse: [Row] {
    guard let best = rows.first else { return [] }
    let reaches = reaches(against: best)
    return rows.filter { row in
      let lost = Certainty(Self.differences(row, best), reach: reaches[row.setting])
      return !(lost.isAbove(least(of: row.mean)) ?? differ(row, best))
    }
  }

  /// Of these, the settings that leave at most so much more than the best that it is not worth a
  /// less simple one until it is certain.
  var nearlyBest: [Row] {
    guard let best = rows.first else { return [] }
    return notSurelyWorse.filter {
      !differ($0, best) || $0.mean - best.mean < Self.uncertainShare * best.mean
    }
  }

  /// An uncertain gain of a tenth is advised, and called uncertain.
  private static let uncertainShare = 0.1

  private static func differences(_ first: Row, _ second: Row) -> [Double] {
    zip(first.stalls, second.stalls).map { $0 - $1 }
  }

  /// How far the interval of each setting against one of them reaches; none where nothing is claimed.
  private func reaches(against row: Row) -> [CacheSetting: Double] {
    let others = rows.filter { $0.setting != row.setting }
    let values = JointReach.values(
      of: others.map(\.stalls), against: row.stalls, materiality, frames: frames)
    return Dictionary(
      uniqueKeysWithValues: zip(others, values).compactMap { other, reach in
        reach.map { (other.setting, $0) }
      })
  }
}
