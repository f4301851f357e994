import ScrollCaching
import ScrollCore
import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// The scenes of a spec, every one found and checked.
package struct Contest: Sendable {
  package typealias Part = EvolveSpec.Part

  package let sets: [Part: SceneSet]
  /// A name for each scene.
  package let names: [Part: [String]]
  /// The built-in policies that a formula is held against, `lru` first.
  let opponents: [Choice<PolicyDescriptor>]
  /// The siblings of sealed scenes that have one.
  let siblings: SceneSet?
  /// For each sealed scene the place of its sibling.
  let siblingPlaces: [Int?]

  /// Finds everything that a spec names; nothing is run.
  /// - Throws: `SweepError` for the first thing that does not exist, does not fit or cannot be
  ///   read.
  package init(_ spec: EvolveSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    var sets: [Part: SceneSet] = [:]
    for part in Part.allCases {
      sets[part] = try SceneSet(spec.scenes[part] ?? [], catalogs)
    }
    self.sets = sets
    opponents = BuiltInPolicies.all(without: spec.without)
    let sealed = spec.scenes[.sealed] ?? []
    siblings = try SceneSet(sealed.compactMap(\.sibling), catalogs)
    var next = 0
    siblingPlaces = (sets[.sealed]?.scenes ?? []).map { scene in
      guard sealed[scene.grid].sibling != nil else { return nil }
      next += 1
      return next - 1
    }
    var rest = SceneFacts.names(
      of: Part.allCases.flatMap { (sets[$0]?.scenes ?? []).map(\.facts) })[...]
    var names: [Part: [String]] = [:]
    for part in Part.allCases {
      let count = sets[part]?.scenes.count ?? 0
      names[part] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    self.names = names
  }
}
