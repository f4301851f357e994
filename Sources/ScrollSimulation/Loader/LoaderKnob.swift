import ScrollCore

/// One setting of a loader: its name, what it may be, and the property that it sets.
struct LoaderKnob: Sendable {
  let name: String
  private let domain: Setting.Domain
  private let summary: String
  private let text: @Sendable (Loader) -> String
  private let change: @Sendable (inout Loader, SettingValues) -> Void

  /// The setting with a preset's value as its default.
  func setting(of preset: Loader) -> Setting {
    Setting(name, domain, standard: text(preset), summary)
  }

  /// Puts a checked value into a loader.
  func apply(_ values: SettingValues, to loader: inout Loader) { change(&loader, values) }

  private init(
    _ name: String, _ domain: Setting.Domain, _ summary: String,
    text: @escaping @Sendable (Loader) -> String,
    change: @escaping @Sendable (inout Loader, SettingValues) -> Void
  ) {
    self.name = name
    self.domain = domain
    self.summary = summary
    self.text = text
    self.change = change
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Loader, Value> & Sendable, _ summary: String
  ) -> LoaderKnob {
    LoaderKnob(
      name, .choice(Value.allCases.map(\.rawValue)), summary,
      text: { $0[keyPath: path].rawValue },
      change: { loader, values in
        if let value = Value(rawValue: values[name]) { loader[keyPath: path] = value }
      })
  }

  static func flag(
    _ name: String, _ path: any WritableKeyPath<Loader, Bool> & Sendable, _ summary: String
  ) -> LoaderKnob {
    LoaderKnob(
      name, .flag, summary, text: { "\($0[keyPath: path])" },
      change: { $0[keyPath: path] = $1.flag(name) })
  }

  static func integer(
    _ name: String, _ path: any WritableKeyPath<Loader, Int> & Sendable, _ range: ClosedRange<Int>,
    _ summary: String
  ) -> LoaderKnob {
    LoaderKnob(
      name, .integer(range), summary, text: { "\($0[keyPath: path])" },
      change: { $0[keyPath: path] = $1.integer(name) })
  }

  static func number(
    _ name: String, _ path: any WritableKeyPath<Loader, Double> & Sendable,
    _ range: ClosedRange<Double>, _ summary: String
  ) -> LoaderKnob {
    LoaderKnob(
      name, .number(range), summary, text: { "\($0[keyPath: path])" },
      change: { $0[keyPath: path] = $1.number(name) })
  }
}
