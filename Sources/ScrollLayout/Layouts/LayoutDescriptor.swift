public import ScrollCore

/// A layout that users choose by name.
public struct LayoutDescriptor: CatalogEntry {
  public static let kind = "layout"

  public let name: String
  public let summary: String
  public let settings: [Setting]
  let make: @Sendable (SettingValues) -> Layout

  init(
    _ name: String, _ summary: String, settings: [Setting],
    make: @escaping @Sendable (SettingValues) -> Layout
  ) {
    self.name = name
    self.summary = summary
    self.settings = settings
    self.make = make
  }

  /// Returns the layout with these settings.
  public func layout(_ values: SettingValues) -> Layout { make(values) }

  /// Returns the name with the settings that differ from their defaults, given one value for each
  /// setting.
  func text(of values: [String]) -> String {
    let changed = zip(settings, values).filter { $0.standard != $1 }
    return ([name] + changed.map { "\($0.name)=\($1)" }).joined(separator: ":")
  }
}

extension Catalog where Entry == LayoutDescriptor {
  /// The layouts of the package.
  public static var builtIn: Catalog {
    Catalog([
      ListLayout.descriptor, GridLayout.descriptor, WaterfallLayout.descriptor,
      CarouselLayout.descriptor, FeedLayout.descriptor,
    ])
  }
}
