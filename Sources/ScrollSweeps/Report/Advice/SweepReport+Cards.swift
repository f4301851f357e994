import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Returns the difference from a reference: `0.40 s (27 %) less; memory -64 MiB`.
  private static func savings(
    _ reference: Recommendation.Reference, _ effects: ComplaintEffects
  ) -> String {
    let others = effects.textsBesidesMeanBlank
    let stall = stallSaving(reference)
    guard !others.isEmpty else { return stall ?? "no visible difference" }
    let mean = effects.differsInBlank ? "mean " : ""
    return ([stall ?? "no visible difference in \(mean)blank time"] + others)
      .joined(separator: "; ")
  }

  /// The text after a saving that is known only for the sessions of the sweep.
  private static let inTheseSessions = "in these sessions"

  private static func stallSaving(_ reference: Recommendation.Reference) -> String? {
    guard reference.matters || reference.costs else {
      return reference.isBehind && reference.saved.mean > 0
        ? "\(SecondsText.of(reference.saved.mean)) less" : nil
    }
    let share = reference.stalls > 0 ? abs(reference.saved.mean) / reference.stalls : 0
    let text =
      "\(SecondsText.of(abs(reference.saved.mean))) (\(ShareText.of(share))) "
      + (reference.costs ? "more" : "less")
    guard reference.isCertain == true else { return "\(text) \(inTheseSessions)" }
    guard reference.saved.error > 0 else { return text }
    return text + (reference.saved.savingText.map { "; it \($0)" } ?? "")
  }

  /// The recommendations as a table.
  var recommendationsExhibit: Exhibit? {
    let found = recommendations
    guard !found.isEmpty else { return nil }
    let hasWorst = found.contains { $0.sessions > 1 }
    let loaders = ShortSettings(scenes.map(\.loader))
    let prefetchers = ShortSettings(scenes.map(\.prefetcher))
    /// Returns the setting that a recommendation is compared with.
    func other(_ item: Recommendation) -> Recommendation.Reference? {
      item.reference.flatMap { $0.setting == item.setting ? nil : $0 }
    }
    var columns = [Column<Recommendation>(.left("device")) { $0.device }]
    if found.contains(where: { $0.network != nil }) {
      columns.append(Column(.left("network")) { $0.network ?? "all" })
    }
    // Columns that all rows share are listed below the report.
    if Set(scenes.map(\.loader)).count > 1 {
      columns.append(Column(.left("loader")) { loaders.text($0.setting.loader) })
    }
    columns += [
      Column(.left("policy")) { $0.setting.policy },
      Column(.right("budget")) { $0.setting.budgetText },
    ]
    if Set(scenes.map(\.prefetcher)).count > 1 {
      columns.append(Column(.left("prefetch")) { prefetchers.text($0.setting.prefetcher) })
    }
    columns += [
      Column(.left("advice")) {
        $0.basis == .kept && baseline == nil ? "no other is better" : $0.basis.advice
      },
      Column(.right("clusters")) { Phrase.digits($0.clusters) },
      Column(.right("stalls s")) { NumberText.fixed($0.stalls, decimals: 3) },
      Column(.right("hitch ms/s")) { NumberText.fixed($0.hitches, decimals: 2) },
      Column(.right("peak MiB")) {
        NumberText.fixed(ByteCount(Int($0.footprint)).mebibytes, decimals: 0)
      },
      Column(.prose("against")) { (other($0) ?? $0.rival).map { text(of: $0.setting) } ?? "-" },
      Column(.prose("difference")) { item in
        other(item).map { Self.savings($0, item.effects) }
          ?? item.rival.map { "\(SecondsText.of($0.saved.mean)) more \(Self.inTheseSessions)" }
          ?? "-"
      },
    ]
    if hasWorst {
      columns += [
        Column(.right("p95 stall s")) {
          $0.percentile95.map { NumberText.fixed($0, decimals: 3) } ?? "-"
        },
        Column(.left("worst session")) { $0.worst.name },
        Column(.right("worst s")) { NumberText.fixed($0.worst.stalls, decimals: 3) },
      ]
    }
    let table = Table(columns, of: found)
    let note =
      "\(ChoiceRule.line) Known to be better: it is visibly better than the reference "
      + "(\(materialityText)), with 95 % confidence for all settings at once. Less memory: it is worse "
      + "in no other respect. Best found: the choice of the rule in these runs. The reference is your "
      + "current setting (--baseline), else the simplest setting."
    let worst =
      hasWorst
      ? [
        "To see the worst sessions, use scrollsim report STORE --run KEY: "
          + found.prefix(6).map { "\(place(of: $0)) \("\($0.worst.run)".prefix(12))" }.joined(
            separator: ", ")
          + "."
      ] : []
    return Exhibit(
      "recommendations", "Recommendations", notes: [note, Self.clusterNote] + worst, table: table)
  }
}
