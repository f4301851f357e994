/// Replays side by side: for every capacity, which policy misses least, by how much and how surely,
/// and how far it is from the fewest misses.
///
/// Traces are what intervals are over, each with the mean of its seeds; of a single trace its seeds
/// are. Both sides of a difference are of the same ones (`Certainty`).
package struct ReplayReport: Sendable {
  /// What is compared: replays with one capacity, in one unit, after one share of warm-up.
  struct Setting: Hashable, Sendable {
    let unit: String
    /// `10%`, or an amount.
    let capacity: String
    /// For the order: shares in percent before amounts.
    let amount: Double
    let isShare: Bool
    /// In whole percents of all requests.
    let warmUp: Int

    fileprivate var place: (String, Int, Int, Double) { (unit, warmUp, isShare ? 0 : 1, amount) }
  }

  /// A policy at a setting.
  struct Standing: Sendable {
    let label: String
    /// By trace, or by seed of a single trace: the mean miss ratio.
    let ratios: [String: Double]
    let byteRatio: Double
    /// Misses above the fewest per request; nil where none is known of all of its replays.
    let regret: Double?
    let bounds: Set<String>
    let notes: [String]

    /// To a billionth, so that equal ones are equal however they were summed.
    var mean: Double {
      let sum = ratios.keys.sorted().reduce(0.0) { $0 + (ratios[$1] ?? 0) }
      return (1e9 * sum / Double(max(1, ratios.count))).rounded() / 1e9
    }
  }

  let streams: [StreamRecord]
  /// In order of unit, warm-up and capacity.
  let settings: [Setting]
  /// For every setting its policies, the best first.
  let standings: [Setting: [Standing]]
  let replayCount: Int

  /// - Parameter replays: all that are to be compared.
  package init(_ replays: [ReplayRecord]) {
    replayCount = replays.count
    streams = Dictionary(replays.map { ($0.stream.digest, $0.stream) }, uniquingKeysWith: { $1 })
      .values.sorted { ($0.path, "\($0.digest)") < ($1.path, "\($1.digest)") }
    let groups = Dictionary(grouping: replays, by: Self.setting)
    settings = groups.keys.sorted { $0.place < $1.place }
    let isOneStream = streams.count == 1
    standings = groups.mapValues { group in
      Self.ranked(
        Dictionary(grouping: group, by: \.label).map { label, replays in
          Self.standing(label, replays, bySeed: isOneStream)
        })
    }
  }

  private static func setting(of replay: ReplayRecord) -> Setting {
    let whole = replay.warmUp + replay.requests
    let percent = replay.share.flatMap { Double($0.dropLast()) }
    return Setting(
      unit: replay.unit, capacity: replay.share ?? "\(replay.capacity)",
      amount: percent ?? Double(replay.capacity), isShare: percent != nil,
      warmUp: Int((100 * Double(replay.warmUp) / Double(max(1, whole))).rounded()))
  }

  private static func standing(
    _ label: String, _ replays: [ReplayRecord], bySeed: Bool
  ) -> Standing {
    let unit = { (replay: ReplayRecord) -> String in
      bySeed ? replay.seed.map { "seed \($0)" } ?? everySeed : "\(replay.stream.digest)"
    }
    // In order, so that sums are the same in every run.
    let ordered = replays.sorted { $0.key < $1.key }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
    let requested = ordered.reduce(0) { $0 + Double($1.bytesRequested) }
    let regrets = ordered.map(\.regret)
    let known = regrets.compactMap { $0 }
    return Standing(
      label: label,
      ratios: Dictionary(grouping: ordered, by: unit).mapValues { mean($0.map(\.missRatio)) },
      byteRatio: ordered.reduce(0) { $0 + Double($1.bytesMissed) } / max(1, requested),
      regret: known.count == regrets.count ? mean(known) : nil,
      bounds: Set(ordered.compactMap { $0.bound?.name }),
      notes: Set(ordered.compactMap(\.note)).sorted())
  }

  /// The differences of a policy to another, one for each trace or seed that both have.
  static func differences(_ standing: Standing, _ other: Standing) -> [Double] {
    let units = Set(standing.ratios.keys).union(other.ratios.keys).subtracting([everySeed])
    return (units.isEmpty ? [everySeed] : units.sorted()).compactMap { unit in
      guard let one = standing.ratios[unit] ?? standing.ratios[everySeed],
        let two = other.ratios[unit] ?? other.ratios[everySeed]
      else { return nil }
      return one - two
    }
  }

  /// In place of a seed, for a policy that draws nothing.
  private static let everySeed = "every seed"

  /// The best first; a policy that lacks traces of the others comes after those that have all.
  private static func ranked(_ standings: [Standing]) -> [Standing] {
    let most = standings.map(\.ratios.count).max() ?? 0
    func lacks(_ standing: Standing) -> Int {
      standing.ratios.count == most || standing.ratios[everySeed] != nil ? 0 : 1
    }
    return standings.sorted { (lacks($0), $0.mean, $0.label) < (lacks($1), $1.mean, $1.label) }
  }
}
