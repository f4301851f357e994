package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
package import ScrollTraces

extension Candidate {
  /// Returns every model of a catalog that a cache could follow, with the settings that are worth a
  /// try.
  ///
  /// Policies that need to know the future are left out. So are those that run in another program,
  /// which is only started on request.
  /// - Parameters:
  ///   - catalog: The policies and cache models.
  ///   - discardable: Whether values are NSDiscardableContent.
  /// - Returns: The models in the order of the catalog, each with its defaults first.
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

  /// Returns a policy with one setting changed, once for every other value to try.
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

  /// The settings that no log can show.
  ///
  /// A log states neither which requests are prefetches nor which images are on screen.
  private static let unseen: Set = [
    "prefetchedCountsAs", "countLimit", "content", "weakTable", "expectedItems",
  ]

  /// The numbers to try besides the defaults.
  private static let numbers = [
    "k": ["1", "3"], "bits": ["2", "3"], "segments": ["2", "3"],
    "promotesAtFrequency": ["1", "3"], "entryCostLimit": ["1"], "inShare": ["0.5"],
    "hirShare": ["0.1"],
  ]
}
