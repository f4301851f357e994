import Foundation
package import ScrollCore

extension Choice {
  /// The name and every setting, numbers in one spelling: equal choices have equal texts.
  var canonical: String {
    canonicalSettings.reduce(entry.name) { "\($0)\n  \($1.name)=\($1.value)" }
  }

  /// As one would type it: the name, and the settings that differ from their defaults.
  package var label: String {
    zip(entry.settings, canonicalSettings).reduce(entry.name) { text, setting in
      let (setting, pair) = setting
      if case .expression = setting.domain { return "\(text): \(pair.value)" }
      let isStandard = setting.domain.canonical(setting.standard) == pair.value
      return isStandard ? text : "\(text):\(pair.name)=\(Self.short(pair.value))"
    }
  }

  /// `2` for `2.0`.
  private static func short(_ value: String) -> String {
    value.hasSuffix(".0") ? String(value.dropLast(2)) : value
  }

  /// Every setting as a JSON object of texts, its keys sorted.
  var settingsText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let settings = Dictionary(
      canonicalSettings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // A dictionary of texts cannot fail to be encoded.
    return (try? encoder.encode(settings)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private var canonicalSettings: [(name: String, value: String)] {
    zip(entry.settings, settings.pairs).map { setting, pair in
      (pair.name, setting.domain.canonical(pair.value))
    }
  }
}

extension Setting.Domain {
  /// A value in the one spelling that stands for all: `2.0` for `2` and `2e0`.
  func canonical(_ value: String) -> String {
    switch self {
    case .number: Double(value).map { "\($0)" } ?? value
    case .integer: Int(value).map { "\($0)" } ?? value
    case .choice, .flag, .expression: value
    }
  }
}
