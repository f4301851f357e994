import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// A choice of the front's picture.
  struct FrontCandidate {
    let setting: CacheSetting
    let policy: Int, budget: Int
    let memory: Double, stalls: Double
    /// Whether some run was cut short: it did not stall less for that.
    let isKilled: Bool
    /// Whether its budget was too small for it somewhere: it is another policy there.
    let isTooSmall: Bool
    var isOnFront = false

    /// Why it may not be on the front; empty if it may.
    var objection: String { isKilled ? Self.killed : isTooSmall ? Self.tooSmall : "" }

    static let killed = "killed", tooSmall = "budget too small"
  }

  /// What was run in every trace and over every network of a device, by memory.
  ///
  /// On the front are those that stall less than the one on it before them, with less memory, by as
  /// much as matters.
  func frontCandidates(_ scenes: [Int]) -> [FrontCandidate] {
    var found: [CacheSetting: (place: Place, cells: [ReportCell])] = [:]
    for (place, cell) in places(in: scenes) {
      found[setting(at: place), default: (place, [])].cells.append(cell)
    }
    let conditions = Set(scenes.map { self.conditions(of: $0) }).count
    var candidates = found.filter { $0.value.cells.count == conditions }.map { setting, found in
      let count = Double(found.cells.count)
      return FrontCandidate(
        setting: setting, policy: found.place.policy, budget: found.place.budget,
        memory: found.cells.reduce(0) { $0 + $1.peakMemory.mean } / count / Double(1 << 20),
        stalls: found.cells.reduce(0) { $0 + $1.stalls.mean } / count,
        isKilled: found.cells.contains { $0.deaths > 0 },
        isTooSmall: found.cells.contains { $0.shortage != nil })
    }.sorted {
      ($0.memory, $0.stalls, $0.setting.policy, $0.budget, name($0))
        < ($1.memory, $1.stalls, $1.setting.policy, $1.budget, name($1))
    }
    let frames = leastSeconds(on: scenes)
    var last = Double.infinity
    for place in candidates.indices where candidates[place].objection.isEmpty {
      let stalls = candidates[place].stalls
      guard stalls < last, last.isInfinite || materiality.matters(last, stalls, frames: frames)
      else { continue }
      candidates[place].isOnFront = true
      last = stalls
    }
    return candidates
  }

  /// Whether loaders or prefetchers are among what was chosen.
  var choosesLoading: Bool {
    Set(scenes.map(\.loader)).count > 1 || Set(scenes.map(\.prefetcher)).count > 1
  }

  /// The loader and the prefetcher of a choice, without the settings in which all agree.
  func loading(of candidate: FrontCandidate) -> (loader: String, prefetcher: String) {
    (
      ShortSettings(scenes.map(\.loader)).text(candidate.setting.loader),
      ShortSettings(scenes.map(\.prefetcher)).text(candidate.setting.prefetcher)
    )
  }

  /// `lru 64MiB`, and with what loader and prefetcher where these differ.
  func name(_ candidate: FrontCandidate) -> String {
    let setting = candidate.setting
    let loading = loading(of: candidate)
    let names =
      (Set(scenes.map(\.prefetcher)).count > 1 ? [loading.prefetcher] : [])
      + (Set(scenes.map(\.loader)).count > 1 ? [loading.loader] : [])
    return (["\(setting.policy) \(text(ofBudget: candidate.budget))"] + names)
      .joined(separator: ", ")
  }

  /// For programs: every choice that is on the front of its device.
  var frontDocuments: [FrontChoice] {
    devices.flatMap { device in
      frontCandidates(device.scenes).filter(\.isOnFront).map { candidate in
        FrontChoice(
          device: device.name, loader: candidate.setting.loader,
          prefetcher: candidate.setting.prefetcher,
          policy: candidate.setting.policy == Self.noCache ? nil : candidate.setting.policy,
          budgetBytes: budgets[candidate.budget].flatMap { $0 == Self.unlimited ? nil : $0 },
          footprintPeakBytes: candidate.memory * Double(1 << 20), stallSeconds: candidate.stalls)
      }
    }
  }

  /// The fronts of all devices as a table; nil unless more than policy and budget was chosen.
  var frontTable: Table? {
    guard choosesLoading else { return nil }
    var table = Table([
      .left("device").keeping(.key), .left("loader").keeping(.key),
      .left("prefetcher").keeping(.key), .left("policy").keeping(.key),
      .right("budget").keeping(.key), Figure.footprintPeak.tableColumn, Figure.stall.tableColumn,
    ])
    for device in devices {
      for candidate in frontCandidates(device.scenes) where candidate.isOnFront {
        table.append([
          device.name, candidate.setting.loader, candidate.setting.prefetcher,
          candidate.setting.policy, text(ofBudget: candidate.budget),
          NumberText.fixed(candidate.memory, decimals: 1),
          NumberText.fixed(candidate.stalls, decimals: 3),
        ])
      }
    }
    return table.rows.isEmpty ? nil : table
  }
}

extension SweepReport {
  /// A choice that stalls less than any with less memory by as much as matters, for programs.
  package struct FrontChoice: Encodable, Sendable {
    package let device: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    @OrNull package var budgetBytes: Int?
    package let footprintPeakBytes: Double, stallSeconds: Double
  }
}
