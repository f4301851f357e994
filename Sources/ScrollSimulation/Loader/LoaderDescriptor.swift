public import ScrollCore

/// A preset way of loading, in a catalogue.
public struct LoaderDescriptor: CatalogEntry {
  public static var kind: String { "loader" }

  public let name: String
  public let summary: String
  let preset: Loader

  public init(_ name: String, _ summary: String, _ preset: Loader) {
    self.name = name
    self.summary = summary
    self.preset = preset
  }

  /// Every knob, with this preset's values as defaults.
  public var settings: [Setting] { LoaderKnob.all.map { $0.setting(of: preset) } }

  /// The loader with checked settings.
  public func loader(_ values: SettingValues) -> Loader {
    var loader = preset
    for knob in LoaderKnob.all { knob.apply(values, to: &loader) }
    return loader
  }
}
