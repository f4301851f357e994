import ScrollCaching
import ScrollCore

/// The bugs of one policy or cache.
protocol SabotagedFamily: SendableMetatype {
  associatedtype Bug: Sendable
  /// The built-in policy that all of them spoil.
  static var reference: String { get }
  static var sabotages: [Sabotage] { get }
  /// The slow policy with a bug, or without one.
  static func descriptor(_ name: String, _ bug: Bug?) -> PolicyDescriptor
  /// Defaults other than the built-in policy's, where the bug needs them to matter.
  static func standards(for bug: Bug?) -> [String: String]
}

extension SabotagedFamily {
  static func standards(for bug: Bug?) -> [String: String] { [:] }

  static func broken(
    _ bug: Bug, _ expected: Sabotage.Catcher, _ name: String, _ sentence: String
  ) -> Sabotage {
    let kebab = "sabotaged-" + name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    return Sabotage(
      name: name, bug: sentence, reference: reference, expected: expected,
      descriptor: descriptor(kebab, bug))
  }

  /// The settings of the built-in policy.
  static func settings(for bug: Bug?) -> [Setting] {
    let standards = standards(for: bug)
    // Every descriptor adds the count limit by itself.
    return builtIn.settings.filter { $0.name != "countLimit" }.map { setting in
      Setting(
        setting.name, setting.domain, standard: standards[setting.name] ?? setting.standard,
        setting.summary)
    }
  }

  static var builtIn: PolicyDescriptor { .builtIn(reference) }
}

extension PolicyDescriptor {
  /// The built-in policy of a name.
  static func builtIn(_ name: String) -> PolicyDescriptor {
    guard let entry = PolicyCatalog.builtIn.entries.first(where: { $0.name == name }) else {
      preconditionFailure("there is no policy '\(name)' to spoil")
    }
    return entry
  }
}

/// Bugs of an eviction policy, which runs inside the strict cache.
protocol SabotagedPolicyFamily: SabotagedFamily {
  associatedtype Policy: EvictionPolicy
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> Policy
}

extension SabotagedPolicyFamily {
  static func descriptor(_ name: String, _ bug: Bug?) -> PolicyDescriptor {
    PolicyDescriptor(
      name, builtIn.summary, settings: settings(for: bug), facts: builtIn.facts
    ) { make($0, bug) }
  }
}

/// Bugs of a whole cache.
protocol SabotagedModelFamily: SabotagedFamily {
  associatedtype Model: CacheModel
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> Model
}

extension SabotagedModelFamily {
  static func descriptor(_ name: String, _ bug: Bug?) -> PolicyDescriptor {
    PolicyDescriptor(
      name, builtIn.summary, settings: settings(for: bug), facts: builtIn.facts,
      model: { make($0, bug) })
  }
}
