import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// What the user has now as `report` takes it: `lru, 64MiB`, `nuke`, or the name of a row.
struct BaselineWords {
  private let words: [String]

  /// Nil for the spelling of axes, `policy=lru budget=64MiB`.
  init?(_ text: String) {
    // Settings have an equals sign, too, but behind a colon.
    let words = text.split { $0 == "," || $0 == " " }.map(String.init).filter { $0 != "prefetcher" }
    let isAxes = words.contains { word in
      word.firstIndex(of: "=").map { !word[..<$0].contains(":") } ?? false
    }
    guard !words.isEmpty, !isAxes else { return nil }
    self.words = words
  }

  /// The same in the spelling of axes.
  /// - Throws: `CommandError` for a word that names nothing.
  func axes() throws(CommandError) -> String {
    let catalogs = ScrollSim.catalogs
    var axes: [SweepAxis: String] = [:]
    for word in words {
      let name = String(word.prefix { $0 != ":" })
      if catalogs.loaders.entries.contains(where: { $0.name == name }), axes[.loader] == nil {
        axes[.loader] = word
      } else if catalogs.prefetchers.entries.contains(where: { $0.name == name }) {
        axes[.prefetch] = word
      } else if catalogs.policies.entries.contains(where: { $0.name == name }) {
        axes[.policy] = word
      } else if (try? BudgetList(parsing: word))?.entries.count == 1 {
        axes[.budget] = word
      } else {
        throw .usage(
          "--baseline: there is no '\(word)'; expected a loader, prefetcher, policy or budget, or "
            + "policy=NAME budget=SIZE")
      }
    }
    if words.count == 1, axes[.loader] != nil {
      // A library fetches nothing ahead until an app asks it to.
      axes.merge([.policy: SweepAxis.own, .budget: SweepAxis.own, .prefetch: "none"]) { $1 }
    }
    return axes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }
}
