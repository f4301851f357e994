import Foundation
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
