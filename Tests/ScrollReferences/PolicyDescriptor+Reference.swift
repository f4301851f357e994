package import ScrollCaching
import ScrollCore

extension PolicyDescriptor {
  /// A reference of the catalog's policy of that name: all but the rule is the same, and the
  /// defaults of settings where others are given.
  ///
  /// It has an id for every image, and does not claim that ids can be reused.
  package static func reference(
    of name: String, standards: [String: String] = [:],
    make: @escaping @Sendable (PolicySetup) -> some EvictionPolicy
  ) -> PolicyDescriptor {
    let fast = cataloged(name)
    var facts = fast.facts
    facts.claims.remove(.reusesIDs)
    return PolicyDescriptor(
      name, fast.summary, settings: fast.ownSettings(standards), facts: facts, make: make)
  }

  /// A reference of the catalog's cache model of that name.
  package static func reference(
    of name: String, model: @escaping @Sendable (PolicySetup) -> some CacheModel
  ) -> PolicyDescriptor {
    let fast = cataloged(name)
    return PolicyDescriptor(
      name, fast.summary, settings: fast.ownSettings(), facts: fast.facts, model: model)
  }

  private static func cataloged(_ name: String) -> PolicyDescriptor {
    guard let entry = PolicyCatalog.builtIn.entries.first(where: { $0.name == name }) else {
      preconditionFailure("there is no policy '\(name)' that this could be a reference of")
    }
    return entry
  }

  /// Without those that every descriptor gets.
  private func ownSettings(_ standards: [String: String] = [:]) -> [Setting] {
    settings.filter { $0.name != "countLimit" }.map { setting in
      Setting(
        setting.name, setting.domain, standard: standards[setting.name] ?? setting.standard,
        setting.summary)
    }
  }
}
