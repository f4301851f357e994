import ScrollCaching
import ScrollCore

/// A library, or a part of the system, that a setting can be written for, or a policy's language.
struct EmitTarget: CatalogEntry {
  static let kind = "target"

  let name: String
  let summary: String
  /// The loader that models it.
  let loader: String
  /// Whether a policy is the one that the library has.
  let keeps: @Sendable (String) -> Bool
  /// The policy that it has, as the loader is known to have it.
  let ownPolicy: String
  /// Whether it is a policy alone, not a library with one.
  let isPolicy: Bool
  /// Why a setting cannot be written for it, as a sentence; nil where it can.
  let problem: @Sendable (EmittedSetting) -> String?
  private let make: @Sendable (EmittedSetting) -> EmittedCode

  init(
    _ name: String, _ summary: String, loader: String, ownPolicy: String,
    keeps: @escaping @Sendable (String) -> Bool, isPolicy: Bool = false,
    problem: @escaping @Sendable (EmittedSetting) -> String? = { _ in nil },
    code: @escaping @Sendable (EmittedSetting) -> EmittedCode
  ) {
    self.name = name
    self.summary = summary
    self.loader = loader
    self.ownPolicy = ownPolicy
    self.keeps = keeps
    self.isPolicy = isPolicy
    self.problem = problem
    make = code
  }

  /// The code for a setting.
  func code(_ setting: EmittedSetting) -> EmittedCode {
    var setting = setting
    setting.isKept = setting.policy.map { keeps($0.entry.name) } ?? true
    return make(setting)
  }
}

extension Catalog where Entry == EmitTarget {
  /// A target that is added is one file and one line here.
  static let targets = Catalog([
    EmitTarget.nuke, EmitTarget.kingfisher, EmitTarget.sdwebimage, EmitTarget.nscache,
    EmitTarget.uikit, EmitTarget.swift,
  ])
}
