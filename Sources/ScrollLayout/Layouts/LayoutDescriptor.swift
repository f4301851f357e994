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

  /// The layout with these settings.
  public func layout(_ values: SettingValues) -> Layout { make(values) }

  /// The name and those of the values, one for each setting, that are not the standard ones.
  func text(of values: [String]) -> String {
    let changed = zip(settings, values).filter { $0.standard != $1 }
    return ([name] + changed.map { "\($0.name)=\($1)" }).joined(separator: ":")
  }
}

extension Catalog where Entry == LayoutDescriptor {
  /// Every layout there is.
  public static var builtIn: Catalog {
    Catalog([
      ListLayout.descriptor, GridLayout.descriptor, WaterfallLayout.descriptor,
      CarouselLayout.descriptor, FeedLayout.descriptor,
    ])
  }
}
