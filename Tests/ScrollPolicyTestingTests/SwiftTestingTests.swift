import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import Testing

struct SwiftTestingTests {
  @Test func `a policy of the catalog keeps its laws`() throws {
    let lru = try PolicyCatalog.builtIn.choose("lru").entry
    var plan = LawPlan(cases: 300)
    plan.requestsOfUnequalCost = 5
    try checkLaws(of: lru, plan: plan)
  }
}
