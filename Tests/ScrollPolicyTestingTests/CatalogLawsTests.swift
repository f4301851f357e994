import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import ScrollReferences
import Testing

/// Every policy and model of the catalogue under every law that its descriptor claims, and
/// against its reference if it has one.
///
/// Whoever is added to the catalogue is examined here without further ado. Most runs of the
/// laws are in the nightly checks, which set `SCROLL_LAWS_CASES`.
///
/// `SCROLL_LAWS_POLICIES=lru,arc` examines these alone.
struct CatalogLawsTests {
  static let names: [String] = {
    let chosen = ProcessInfo.processInfo.environment["SCROLL_LAWS_POLICIES"]?.split(separator: ",")
    let names = PolicyCatalog.builtIn.entries.map(\.name)
    return chosen.map { chosen in names.filter { chosen.contains(Substring($0)) } } ?? names
  }()

  @Test(arguments: names)
  func `a policy keeps the laws that it claims`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    // Which of several images that are never used again leaves first is free to belady.
    let reference = descriptor.facts.needsFuture ? nil : References.of(name)
    let report = try checkLaws(of: descriptor, reference: reference)
    print("\(report)")
  }
}
