package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
package import ScrollTraces

extension Candidate {
  /// Every model of a catalog that a cache could follow, with the settings that are worth a try.
  ///
  /// Left out is what needs to know the future, and what is decided by another program: none is
  /// started unless it is asked for.
  /// - Parameters:
  ///   - catalog: of policies and cache models.
  ///   - discardable: whether values are NSDiscardableContent.
  /// - Returns: in the order of the catalog, of each model the one with its defaults first.
  package static func all(of catalog: Catalog<PolicyDescriptor>, discardable: Bool) -> [Candidate] {
    let entries = catalog.entries.filter {
      !$0.facts.needsFuture && $0.facts.statedVersion == nil
    }
    return entries.flatMap { entry in
      ([entry.name] + variants(of: entry, discardable: discardable)).compactMap { text in
        (try? catalog.choose(text)).map { Candidate($0) }
      }
    }
  }

  /// A policy with one of its settings changed, once for every other value that is tried.
  private static func variants(of entry: PolicyDescriptor, discardable: Bool) -> [String] {
    guard !entry.isSpatial else { return [] }
    return entry.settings.flatMap { setting in
      values(of: setting, discardable: discardable).filter { $0 != setting.standard }
        .map { "\(entry.name):\(setting.name)=\($0)" }
    }
  }

  private static func values(of setting: Setting, discardable: Bool) -> [String] {
    if unseen.contains(setting.name) { return [] }
    if setting.name == "evictsObjectsWithDiscardedContent", !discardable { return [] }
    if setting.name == "cost" { return ["one", "bytes"] }
    switch setting.domain {
    case .flag: return ["false", "true"]
    case .choice(let words): return words
    case .number, .distance, .integer: return numbers[setting.name] ?? []
    case .expression: return []
    }
  }

  /// Settings that no log can show: nothing in it is fetched ahead, and what is on screen is not
  /// known.
  private static let unseen: Set = [
    "prefetchedCountsAs", "countLimit", "content", "weakTable", "expectedItems",
  ]

  /// Numbers that are tried besides the defaults.
  private static let numbers = [
    "k": ["1", "3"], "bits": ["2", "3"], "segments": ["2", "3"],
    "promotesAtFrequency": ["1", "3"], "entryCostLimit": ["1"], "inShare": ["0.5"],
    "hirShare": ["0.1"],
  ]
}
