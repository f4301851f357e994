import Foundation
import ScrollCore
import ScrollReports
import ScrollResults
import ScrollSimulation
import ScrollSweeps

/// What the user has now, as typed: words of the sweep with commas between them, or a library.
///
/// `--baseline nuke` is a library as it comes: its own policy and budget on each device, and its
/// own way of fetching ahead. `--baseline 'lru, 64MiB'` are rows of the sweep.
struct BaselineInput {
  private let text: String
  private let report: SweepReport

  init(_ text: String, in report: SweepReport) {
    self.text = text
    self.report = report
  }

  /// - Throws: `CommandError` for a word that the sweep does not have, and for a library that it
  ///   has not run as it comes.
  func baseline() throws(CommandError) -> Baseline {
    var baseline = Baseline(text)
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let scenes = report.scenes
    let (loaders, prefetchers) = (
      Set(scenes.map(\.loader)), Set(scenes.map(\.prefetcher))
    )
    let policies = report.policyNames
    for word in words {
      if loaders.contains(word) {
        baseline.loader = word
      } else if prefetchers.contains(word) {
        baseline.prefetcher = word
      } else if policies.contains(word) {
        baseline.policy = word
      } else if let size = ByteCount(parsing: word) {
        baseline.budgets = .bytes(size.bytes)
      } else {
        let known = loaders.sorted() + prefetchers.sorted() + policies + report.budgetTexts
        throw CommandError.usage(
          "--baseline: the sweep has no '\(word)'; expected of its loaders, prefetchers, policies "
            + "and budgets: \(Words.list(known, atMost: 12))")
      }
    }
    if words.count == 1, let loader = baseline.loader { try addOwn(loader, to: &baseline) }
    try requireRuns(baseline)
    return baseline
  }

  /// The cache that a loader comes with.
  private func addOwn(_ loader: String, to baseline: inout Baseline) throws(CommandError) {
    let name = loader.split(separator: ":").first.map(String.init) ?? loader
    guard let entry = ScrollSim.catalogs.loaders.entries.first(where: { $0.name == name }) else {
      return
    }
    baseline.policy = entry.ownPolicy
    // A library fetches nothing ahead until an app asks it to.
    if Set(report.scenes.map(\.prefetcher)).count > 1 { baseline.prefetcher = "none" }
    var budgets: [String: Int?] = [:]
    for scene in report.scenes where budgets[scene.device.name] == nil {
      guard let device = try? DeviceInput.find(scene.device.name) else { continue }
      budgets[scene.device.name] = .some(entry.ownBudget(on: device)?.bytes)
    }
    baseline.budgets = .byDevice(budgets)
  }

  private func requireRuns(_ baseline: Baseline) throws(CommandError) {
    guard !report.hasRuns(of: baseline) else { return }
    throw CommandError.usage(
      "--baseline: the sweep has no run of '\(text)'; expected one that it made: add its policy and "
        + "budget to the axes (own is a library's own), or name those of a row")
  }
}
