import Foundation
package import ScrollCore

extension Choice {
  /// The name and its settings, numbers in one spelling: equal choices have equal texts.
  ///
  /// Run keys are made of it, so it never changes. It omits a `Setting.later` at its default.
  var canonical: String {
    keyedSettings.reduce(entry.name) { "\($0)\n  \($1.name)=\($1.value)" }
  }

  /// As one would type it: the name, and the settings that differ from their defaults.
  package var label: String {
    let expression = entry.expression
    return canonicalSettings.reduce(entry.name) { text, pair in
      if pair.setting.name == expression { return "\(text): \(pair.value)" }
      return pair.setting.isStandard(pair.value)
        ? text : "\(text):\(pair.setting.name)=\(pair.setting.domain.short(pair.value))"
    }
  }

  /// The settings of the canonical text as a JSON object of texts, its keys sorted.
  var settingsText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let settings = Dictionary(
      keyedSettings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // A dictionary of texts cannot fail to be encoded.
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
  /// Whether a value in canonical spelling is the default.
  fileprivate func isStandard(_ value: String) -> Bool { domain.canonical(standard) == value }
}

extension Setting.Domain {
  /// A value in the one spelling that stands for all: `2.0` for `2` and `2e0`.
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

  /// A value in canonical spelling as one would type it: `2` for `2.0` where it is a number.
  fileprivate func short(_ value: String) -> String {
    switch self {
    case .number: value.hasSuffix(".0") ? String(value.dropLast(2)) : value
    case .distance: ScreenDistance(value).map { "\($0)" } ?? value
    case .integer, .choice, .flag, .expression: value
    }
  }
}
