import Foundation
package import ScrollCaching
package import ScrollCore

extension Choice {
  /// The name and all settings, with numbers in canonical spelling: equal choices have equal texts.
  ///
  /// Run keys are computed from this text, so its format never changes. The text omits a setting
  /// that was added later (`Setting.later`) if it is at its default.
  var canonical: String {
    keyedSettings.reduce(entry.name) { "\($0)\n  \($1.name)=\($1.value)" }
  }

  /// The choice in its input format: the name, and the settings that differ from their defaults.
  package var label: String {
    let expression = entry.expression
    return canonicalSettings.reduce(entry.name) { text, pair in
      if pair.setting.name == expression { return "\(text): \(pair.value)" }
      return pair.setting.isStandard(pair.value)
        ? text : "\(text):\(pair.setting.name)=\(pair.setting.domain.short(pair.value))"
    }
  }

  /// The settings of the canonical text as a JSON object of strings, its keys sorted.
  var settingsText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let settings = Dictionary(
      keyedSettings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // Encoding a dictionary of strings cannot fail.
    return (try? encoder.encode(settings)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private var keyedSettings: [(name: String, value: String)] {
    canonicalSettings.filter { !$0.setting.isLater || !$0.setting.isStandard($0.value) }
      .map { ($0.setting.name, $0.value) }
  }

  private var canonicalSettings: [(setting: Setting, value: String)] {
    zip(entry.settings, settings.pairs).map { setting, pair in
      (setting, setting.domain.canonical(pair.value))
    }
  }
}

extension Setting {
  /// Returns a Boolean value that indicates whether a value in canonical spelling is the default.
  fileprivate func isStandard(_ value: String) -> Bool { domain.canonical(standard) == value }
}

extension Setting.Domain {
  /// Returns a value in canonical spelling: `2.0` for `2` and `2e0`.
  func canonical(_ value: String) -> String {
    switch self {
    case .number: Double(value).map { "\($0)" } ?? value
    case .distance:
      switch ScreenDistance(value) {
      case .screens(let screens)?: "\(screens)"
      case .points(let points)?: "\(points)pt"
      case nil: value
      }
    case .integer: Int(value).map { "\($0)" } ?? value
    case .choice, .flag, .expression: value
    }
  }

  /// Returns a value in canonical spelling as a user would type it: `2` for `2.0` if it is a
  /// number.
  fileprivate func short(_ value: String) -> String {
    switch self {
    case .number: value.hasSuffix(".0") ? String(value.dropLast(2)) : value
    case .distance: ScreenDistance(value).map { "\($0)" } ?? value
    case .integer, .choice, .flag, .expression: value
    }
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// The text about a policy in the keys of runs.
  ///
  /// It has the name, the settings, and the version unless that is the first. For a policy that is
  /// not built in, it also has a digest of the behavior (`PolicyBehavior`), so that runs are made
  /// again when only the rule of the policy has changed. The behavior of a built-in policy is part
  /// of the model's version. A policy that decides outside of this program states its version
  /// itself.
  var keyText: String {
    if let stated = entry.facts.statedVersion {
      return canonical + "\n  states \(stated(settings) ?? "no version")"
    }
    let version = entry.facts.version == 1 ? "" : "\n  version \(entry.facts.version)"
    return canonical + version
      + (isBuiltIn ? "" : "\n  behavior \(PolicyBehavior.digest(of: self))")
  }

  /// A Boolean value that indicates whether the policy is built in.
  var isBuiltIn: Bool { entry.isBuiltIn }
}

extension PolicyDescriptor {
  /// Returns a Boolean value that indicates whether a store may keep the runs of the policy;
  /// `false` if the policy is a program that states no version.
  package func mayBeStored(_ settings: SettingValues) -> Bool {
    facts.statedVersion.map { $0(settings) != nil } ?? true
  }
}
