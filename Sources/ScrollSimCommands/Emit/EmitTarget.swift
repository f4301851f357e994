import ScrollCore
import ScrollSimulation

/// A target for which a setting can be written: a library, a part of the system, or a policy's
/// language.
struct EmitTarget: CatalogEntry {
  static let kind = "target"

  let name: String
  let summary: String
  let language: SourceLanguage
  /// The loaders that model the library, the default first.
  let loaders: [String]
  /// A Boolean value that indicates whether the app itself loads images, so that any loader is
  /// possible.
  let isAnyLoader: Bool
  /// Returns a Boolean value that indicates whether a policy is the library's own.
  let keeps: @Sendable (String) -> Bool
  /// The name of the library's own policy in the model of its loader.
  let ownPolicy: String
  /// The default prefetcher; `nil` for that of the loader.
  let prefetcher: String?
  /// A Boolean value that indicates whether the library takes a limit of 0 as no limit.
  let zeroIsNoLimit: Bool
  /// A Boolean value that indicates whether the code for a score may be a policy alone, without a
  /// cache.
  let isPolicy: Bool
  /// Returns the reason why a setting cannot be written for the target, as a sentence; `nil` if it
  /// can.
  let problem: @Sendable (EmittedSetting) -> String?
  private let make: @Sendable (EmitTarget, EmittedSetting) -> EmittedFile

  init(
    _ name: String, _ summary: String, in language: SourceLanguage = .swift, loaders: [String],
    isAnyLoader: Bool = false, ownPolicy: String, keeps: @escaping @Sendable (String) -> Bool,
    prefetcher: String? = nil, zeroIsNoLimit: Bool = false, isPolicy: Bool = false,
    problem: @escaping @Sendable (EmittedSetting) -> String? = { _ in nil },
    file: @escaping @Sendable (EmitTarget, EmittedSetting) -> EmittedFile
  ) {
    self.name = name
    self.summary = summary
    self.language = language
    self.loaders = loaders
    self.isAnyLoader = isAnyLoader
    self.ownPolicy = ownPolicy
    self.keeps = keeps
    self.prefetcher = prefetcher
    self.zeroIsNoLimit = zeroIsNoLimit
    self.isPolicy = isPolicy
    self.problem = problem
    make = file
  }

  /// Returns the source file for a setting.
  func file(for setting: EmittedSetting) -> EmittedFile { make(self, setting) }
}

extension Catalog where Entry == EmitTarget {
  /// All targets; a new target needs one file and one line here.
  static let targets = Catalog([
    EmitTarget.nuke, EmitTarget.kingfisher, EmitTarget.sdwebimage, EmitTarget.nscache,
    EmitTarget.uikit, EmitTarget.swift, EmitTarget.coil, EmitTarget.glide, EmitTarget.expoImage,
    EmitTarget.swiftui, EmitTarget.flutter,
  ])
}

/// The code of a library setting.
///
/// Other commands use it, such as `advise --emit`.
package enum LibraryCode {
  /// Returns the text of a complete source file that sets a library up.
  /// - Parameters:
  ///   - library: The name of a target, such as `nuke`.
  ///   - loader: `NAME[:KEY=VALUE...]`; `nil` for the target's own.
  ///   - policy: `NAME[:KEY=VALUE...]`; `nil` for the target's own.
  ///   - budget: A size, a share of memory, `none` or `own`.
  ///   - prefetch: `NAME[:KEY=VALUE...]`; `nil` for the loader's own.
  ///   - source: The origin of the setting, as a clause.
  /// - Returns: the text.
  /// - Throws: `CommandError` with status 64 for a name that does not exist, and for a setting that
  ///   the target does not support.
  package static func text(
    for library: String, loader: String? = nil, policy: String? = nil, budget: String? = nil,
    prefetch: String? = nil, source: String
  ) throws(CommandError) -> String {
    let target = try EmitTarget.choose(library)
    let setting = try EmittedSetting(
      for: target, loader: loader, policy: policy, budget: budget, prefetcher: prefetch)
    if let problem = target.problem(setting) { throw .usage(problem) }
    return target.file(for: setting).text(source: source)
  }
}

extension EmitTarget {
  /// Returns the target with a name.
  /// - Throws: `CommandError` with status 64 for a name that does not exist.
  static func choose(_ name: String) throws(CommandError) -> EmitTarget {
    do { return try Catalog<EmitTarget>.targets.choose(name).entry } catch {
      throw .usage("\(error)")
    }
  }
}
