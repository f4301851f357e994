import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import ScrollReferences
import TestSupport
import Testing

/// Every policy and model of the catalog under every law that its descriptor claims, and
/// against its reference if it has one.
///
/// What is added to the catalog is checked here without further ado. The nightly checks set
/// `SCROLL_LAWS_CASES` and `SCROLL_NIGHTLY`.
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
    var plan = LawPlan()
    // All of it is a quarter of an hour of CPU for all policies, and for the night. Nine in ten of a
    // policy's 110 000 small worlds are seven requests at unequal costs; 500 random cases find
    // every bug of `.ci/oracles/mutations.txt` that the laws find.
    if !isNightly {
      plan.cases = 500
      plan.requestsOfEqualCost = 7
      plan.requestsOfUnequalCost = 4
    }
    let report = try checkLaws(of: descriptor, reference: reference, plan: plan)
    print("\(report)")
  }
}
