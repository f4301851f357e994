package import ScrollCore

/// One setting of a loader: its name, what it may be, and the property that it sets.
package struct LoaderKnob: Sendable {
  /// Shows a property, to be read or changed.
  package typealias Lens<Value> = @Sendable (inout Loader, (inout Value) -> Void) -> Void

  let name: String
  private let domain: Setting.Domain
  private let summary: String
  private let text: @Sendable (Loader) -> String
  private let change: @Sendable (inout Loader, SettingValues) -> Void
  private var isLater = false

  /// The same, added when runs had been stored: what every new knob is (`Setting.later`).
  package var later: LoaderKnob {
    var knob = self
    knob.isLater = true
    return knob
  }

  /// The setting with a preset's value as its default.
  package func setting(of preset: Loader) -> Setting {
    let setting = Setting(name, domain, standard: text(preset), summary)
    return isLater ? setting.later : setting
  }

  /// Puts a checked value into a loader.
  func apply(_ values: SettingValues, to loader: inout Loader) { change(&loader, values) }

  /// A knob.
  /// - Parameters:
  ///   - name: as on the command line.
  ///   - domain: what it may be.
  ///   - summary: one sentence.
  ///   - lens: shows the property.
  ///   - text: a value as on the command line.
  ///   - value: the same back, checked; nil leaves the property as it is.
  private init<Value>(
    _ name: String, _ domain: Setting.Domain, _ summary: String, _ lens: @escaping Lens<Value>,
    text: @escaping @Sendable (Value) -> String,
    value: @escaping @Sendable (SettingValues) -> Value?
  ) {
    self.name = name
    self.domain = domain
    self.summary = summary
    self.text = { loader in
      var (loader, found) = (loader, "")
      lens(&loader) { found = text($0) }
      return found
    }
    change = { loader, values in
      guard let value = value(values) else { return }
      lens(&loader) { $0 = value }
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ lens: @escaping Lens<Value>
  ) -> LoaderKnob {
    LoaderKnob(
      name, .choice(Value.allCases.map { $0.rawValue }), summary, lens, text: { $0.rawValue },
      value: { Value(rawValue: $0[name]) })
  }

  package static func flag(
    _ name: String, _ summary: String, _ lens: @escaping Lens<Bool>
  ) -> LoaderKnob {
    LoaderKnob(name, .flag, summary, lens, text: { "\($0)" }, value: { $0.flag(name) })
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ summary: String, _ lens: @escaping Lens<Int>
  ) -> LoaderKnob {
    LoaderKnob(
      name, .integer(range), summary, lens, text: { "\($0)" }, value: { $0.integer(name) })
  }

  static func number(
    _ name: String, _ range: ClosedRange<Double>, _ summary: String,
    _ lens: @escaping Lens<Double>
  ) -> LoaderKnob {
    LoaderKnob(
      name, .number(range), summary, lens, text: { "\($0)" }, value: { $0.number(name) })
  }
}
