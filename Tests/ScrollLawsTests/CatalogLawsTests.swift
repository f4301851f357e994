import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Every policy and model of the catalogue under every law that its descriptor claims.
struct CatalogLawsTests {
  @Test(arguments: PolicyCatalog.builtIn.entries.map(\.name))
  func `a policy keeps the laws that it claims`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    var plan = LawPlan()
    plan.cases = 300
    let clock = ContinuousClock()
    let start = clock.now
    let report = LawCheck(of: descriptor, plan: plan).run()
    print(name, clock.now - start)
    print(report)
    #expect(report.holds, "\(report)")
  }
}
