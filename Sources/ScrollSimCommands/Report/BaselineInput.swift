import Foundation
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// What the user has now, as typed: words of the sweep, or a library.
///
/// `--baseline nuke` is a library as it comes: its own policy and budget on each device, and
/// nothing fetched ahead. `--baseline 'lru, 64MiB'` is a row of the sweep; `policy=lru budget=64MiB`
/// and the words of the report say the same. It names a level of everything that was swept.
struct BaselineInput {
  private let text: String
  private let report: SweepReport

  init(_ text: String, in report: SweepReport) {
    self.text = text
    self.report = report
  }

  /// - Throws: `CommandError` for a word that the sweep does not have, for what leaves something
  ///   open that was swept, and for a library that it has not run as it comes.
  func baseline() throws(CommandError) -> Baseline {
    var baseline = Baseline(text)
    let words = words
    for word in words { try read(word, into: &baseline) }
    if words.count == 1, let loader = baseline.loader { try addOwn(loader, to: &baseline) }
    try requireAll(baseline)
    try requireRuns(baseline)
    return baseline
  }

  /// Without the names of axes: `lru` of `policy=lru` and of `policy lru`.
  private var words: [String] {
    let axes = ["loader", "prefetcher", "prefetch", "policy", "budget"]
    return text.split { $0 == "," || $0.isWhitespace }.map(String.init)
      .filter { !axes.contains($0) }
      .map { word in
        let axis = axes.first { word.hasPrefix("\($0)=") }
        return axis.map { String(word.dropFirst($0.count + 1)) } ?? word
      }
  }

  private func read(_ word: String, into baseline: inout Baseline) throws(CommandError) {
    if let loader = try Self.find(word, among: loaders) {
      baseline.loader = loader
    } else if let prefetcher = try Self.find(word, among: prefetchers) {
      baseline.prefetcher = prefetcher
    } else if let policy = try Self.find(word, among: report.policyNames) {
      baseline.policy = policy
    } else if let budgets = budgets(word) {
      baseline.budgets = budgets
    } else {
      let known = loaders + prefetchers + report.policyNames + report.sizeTexts
      throw CommandError.usage(
        "--baseline: the sweep has no '\(word)'; expected of its loaders, prefetchers, policies "
          + "and budgets: \(Words.list(known, atMost: 12))")
    }
  }

  private var loaders: [String] { Set(report.scenes.map(\.loader)).sorted() }
  private var prefetchers: [String] { Set(report.scenes.map(\.prefetcher)).sorted() }

  /// The value of that text, or the only one of its name with the settings that it gives.
  private static func find(
    _ word: String, among values: [String]
  ) throws(CommandError) -> String? {
    if values.contains(word) { return word }
    let parts = word.split(separator: ":")
    let found = values.filter { value in
      let own = value.split(separator: ":")
      return own.first == parts.first && parts.allSatisfy { own.contains($0) }
    }
    guard found.count < 2 else {
      throw .usage(
        "--baseline: '\(word)' may be any of \(Words.list(found, atMost: 6)); expected one of them")
    }
    return found.first
  }

  /// A rule of the sweep, or a size.
  private func budgets(_ word: String) -> Baseline.Budgets? {
    let devices = report.rules.filter { $0.rule == word }
    guard devices.isEmpty else {
      return .byDevice(
        Dictionary(devices.map { ($0.device.name, $0.bytes) }, uniquingKeysWith: { $1 }))
    }
    return ByteCount(parsing: word).map { .bytes($0.bytes) }
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

  /// Complains about what leaves open something that was swept: any row could be meant.
  private func requireAll(_ baseline: Baseline) throws(CommandError) {
    let axes: [(name: String, isNamed: Bool, levels: [String])] = [
      ("loader", baseline.loader != nil, loaders),
      ("prefetcher", baseline.prefetcher != nil, prefetchers),
      ("policy", baseline.policy != nil, report.policyNames),
      ("budget", baseline.budgets != nil, report.sizeTexts),
    ]
    guard let open = axes.first(where: { !$0.isNamed && $0.levels.count > 1 }) else { return }
    throw .usage(
      "--baseline '\(text)' leaves the \(open.name) open; expected one of "
        + "\(Words.list(open.levels.map { ShortSettings(open.levels).text($0) }, atMost: 8)) as well"
    )
  }

  private func requireRuns(_ baseline: Baseline) throws(CommandError) {
    guard !report.hasRuns(of: baseline) else { return }
    throw CommandError.usage(
      "--baseline: the sweep has no run of '\(text)'; expected one that it made: add its policy and "
        + "budget to the axes (own is a library's own), or name those of a row")
  }
}
