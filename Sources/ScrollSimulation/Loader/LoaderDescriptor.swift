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
  public var settings: [Setting] {
    [
      choice("read", preset.reads, "The thread that reads the file."),
      choice("decodeOn", preset.decodes, "The thread that decodes; on main when first drawn."),
      choice("decode", preset.redraw, "What the image is redrawn into when it is decoded."),
      choice("holds", preset.cacheHolds, "What the cache holds."),
      choice("cost", preset.cost, "What the cache is told an image costs."),
      choice("hitDelivery", preset.hitDelivery, "When a hit reaches its cell."),
      flag("coalescing", preset.coalesces, "A request for an image in flight joins it."),
      flag("cancelOnLeave", preset.cancelsOnLeave, "Queued work is cancelled when cells leave."),
      flag(
        "recycledCellCheck", preset.checksRecycledCells, "Late images stay out of reused cells."),
      flag("clearOnReuse", preset.clearsOnReuse, "A reused cell drops its old image."),
      flag("prefetchTouches", preset.prefetchTouches, "Prefetch look-ups touch the policy."),
      flag("liveObjects", preset.keepsLiveObjects, "Evicted images on screen can be found."),
      flag("pinDisplayed", preset.pinsDisplayed, "Images on screen cannot be evicted."),
      Setting(
        "lanes", .integer(0...64), standard: "\(preset.lanes)",
        "Parallel decodes; 0 is the device's number of performance cores."),
    ]
  }

  /// Whether a policy and a budget make a difference.
  public var hasCache: Bool { preset.hasCache }

  /// The loader with checked settings.
  public func loader(_ values: SettingValues) -> Loader {
    var loader = preset
    loader.reads = value(values["read"], preset.reads)
    loader.decodes = value(values["decodeOn"], preset.decodes)
    loader.redraw = value(values["decode"], preset.redraw)
    loader.cacheHolds = value(values["holds"], preset.cacheHolds)
    loader.cost = value(values["cost"], preset.cost)
    loader.hitDelivery = value(values["hitDelivery"], preset.hitDelivery)
    loader.coalesces = values.flag("coalescing")
    loader.cancelsOnLeave = values.flag("cancelOnLeave")
    loader.checksRecycledCells = values.flag("recycledCellCheck")
    loader.clearsOnReuse = values.flag("clearOnReuse")
    loader.prefetchTouches = values.flag("prefetchTouches")
    loader.keepsLiveObjects = values.flag("liveObjects")
    loader.pinsDisplayed = values.flag("pinDisplayed")
    loader.lanes = values.integer("lanes")
    return loader
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ standard: Value, _ summary: String
  ) -> Setting {
    Setting(
      name, .choice(Value.allCases.map(\.rawValue)), standard: standard.rawValue, summary)
  }

  private func flag(_ name: String, _ standard: Bool, _ summary: String) -> Setting {
    Setting(name, .flag, standard: "\(standard)", summary)
  }

  private func value<Value: RawRepresentable<String>>(
    _ text: String, _ standard: Value
  ) -> Value {
    Value(rawValue: text) ?? standard
  }
}
