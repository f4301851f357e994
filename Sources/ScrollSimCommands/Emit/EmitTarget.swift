import ScrollCore

/// A library, or a part of the system, that a setting can be written for.
struct EmitTarget: CatalogEntry {
  static let kind = "target"

  let name: String
  let summary: String
  /// The loader that models it.
  let loader: String
  /// The code for a setting.
  let code: @Sendable (EmittedSetting) -> EmittedCode

  init(
    _ name: String, _ summary: String, loader: String,
    code: @escaping @Sendable (EmittedSetting) -> EmittedCode
  ) {
    self.name = name
    self.summary = summary
    self.loader = loader
    self.code = code
  }
}

extension Catalog where Entry == EmitTarget {
  /// A target that is added is one file and one line here.
  static let targets = Catalog([
    EmitTarget.nuke, EmitTarget.kingfisher, EmitTarget.sdwebimage, EmitTarget.nscache,
    EmitTarget.uikit,
  ])
}
