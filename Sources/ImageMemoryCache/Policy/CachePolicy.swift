public import ScrollCaching
import ScrollCore

/// A policy by its name and settings, as `--policy` takes it.
///
/// `.lru`, `CachePolicy("distance:lead=2")`, or one of your own:
/// `CachePolicy("mine", in: .builtIn.adding(mine))`.
public struct CachePolicy: Sendable {
  /// As on the command line.
  public let text: String
  let catalog: PolicyCatalog

  /// What is wrong with the text is said when a cache is made with it.
  public init(_ text: String, in catalog: PolicyCatalog = .builtIn) {
    self.text = text
    self.catalog = catalog
  }

  /// The policies of a catalog that a cache can have: they need no future, and evict as they did
  /// in the simulator although ids are reused.
  public static func all(in catalog: PolicyCatalog = .builtIn) -> [CachePolicy] {
    catalog.entries.filter { $0.reusesIDs }
      .map { CachePolicy($0.name, in: catalog) }
  }
}
