public import ScrollCore

/// Images and a layout with a name: the content of a kind of app.
///
/// Sizes, formats and counts are estimates of the content of such apps, not results of a survey. A
/// trace that is made from a preset contains the preset's recipe.
public struct CatalogPreset: CatalogEntry, Equatable {
  public static let kind = "catalogue"

  public let name: String
  public let summary: String
  /// The recipe as in a trace, without a seed.
  public let recipe: String
  /// The default layout of the images.
  public let layout: String
  public var settings: [Setting] { [] }

  /// All presets.
  public static let all = Catalog([
    CatalogPreset(
      name: "photo-library",
      summary: "Thumbnails of a photo library: 20 000 of them, on disk, four to a row.",
      recipe: "items=20000 size=360x360 mix=jpeg:0.8,heic:0.2 origin=disk",
      layout: "grid:columns=4:spacing=2"),
    CatalogPreset(
      name: "product-grid",
      summary: "A shop's goods: standing pictures in two columns, a few shown again.",
      recipe: "items=1200 size=600..900@3/4:3,750x1000:1 mix=webp:0.6,jpeg:0.3,avif:0.1 "
        + "content=photo:0.7,graphic:0.3 origin=network shared=0.04",
      layout: "grid:columns=2:spacing=8:aspect=1.4"),
    CatalogPreset(
      name: "social-feed",
      summary: "Posts of an author's picture and a large one; 300 authors, few post most.",
      recipe: "items=2000 size=1080x1350:5,1080x1080:3,1080x566:2 mix=jpeg:0.6,webp:0.3,heic:0.1 "
        + "origin=network avatars=300",
      layout: "feed:avatar=44:spacing=12"),
    CatalogPreset(
      name: "magazine",
      summary: "Pages of a magazine, a screen each: large photos and graphics.",
      recipe: "items=120 size=1536x2048:3,2048x1536:1 mix=jpeg:0.7,heic:0.2,png:0.1 "
        + "content=photo:0.7,graphic:0.3 origin=disk",
      layout: "carousel"),
    CatalogPreset(
      name: "map-tiles",
      summary: "Tiles of a map, two to a row, one in six the same as another: water, or nothing.",
      recipe: "items=6000 size=512x512 mix=png:0.8,webp:0.2 content=graphic origin=network "
        + "shared=0.17",
      layout: "grid:columns=2"),
  ])
}

extension CatalogPreset {
  /// Returns the preset at the beginning of a text, and the full recipe.
  ///
  /// The text is `social-feed`, or `social-feed items=500 seed=3`, whose parameters replace those
  /// of the preset.
  /// - Returns: no preset, and the text without change, for a text that begins with a parameter.
  /// - Throws: `ChoiceError` for an unknown name.
  public static func expand(_ text: String) throws(ChoiceError) -> (CatalogPreset?, String) {
    let words = text.split(separator: " ")
    guard let name = words.first, !name.contains("=") else { return (nil, text) }
    let preset = try all.choose(String(name)).entry
    let given = words.dropFirst()
    func key(_ knob: Substring) -> Substring { knob.prefix { $0 != "=" } }
    let kept = preset.recipe.split(separator: " ").filter { knob in
      !given.contains { key($0) == key(knob) }
    }
    return (preset, (kept + given).joined(separator: " "))
  }
}
