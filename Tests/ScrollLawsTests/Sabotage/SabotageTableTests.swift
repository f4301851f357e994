import ScrollCaching
import ScrollLaws
import Synchronization
import Testing

/// Every sabotage against the laws, and a table of what caught it.
struct SabotageTableTests {
  /// A line of the table.
  struct Catch: Sendable {
    var sabotage: Sabotage
    var failure: LawFailure?
    /// Random cases that held before the one that did not.
    var cases: Int
    var isByReference: Bool
  }

  static func hunt(_ sabotage: Sabotage, cases: Int) -> Catch {
    var plan = LawPlan()
    plan.cases = cases
    plan.smallWorlds = false
    let byLaws = LawCheck(of: sabotage.descriptor, plan: plan).run()
    if let failure = byLaws.failure {
      return Catch(
        sabotage: sabotage, failure: failure, cases: byLaws.statistics.cases,
        isByReference: false)
    }
    plan.laws = ["reference"]
    let byReference = LawCheck(
      of: sabotage.descriptor, reference: References.of(sabotage.reference), plan: plan
    ).run()
    return Catch(
      sabotage: sabotage, failure: byReference.failure, cases: byReference.statistics.cases,
      isByReference: true)
  }

  @Test func `every sabotage is caught`() async {
    let catches = await withTaskGroup(of: (Int, Catch).self) { group in
      for (place, sabotage) in Sabotage.all.enumerated() {
        group.addTask { (place, Self.hunt(sabotage, cases: 200)) }
      }
      var catches: [(Int, Catch)] = []
      for await one in group { catches.append(one) }
      return catches.sorted { $0.0 < $1.0 }.map(\.1)
    }
    for one in catches {
      let name = one.sabotage.name.padding(to: 44)
      let law = (one.failure?.law.name ?? "SURVIVES").padding(to: 24)
      let size = one.failure.map { "\($0.script.operations.count)" } ?? "-"
      print(
        name, law, "case \(one.cases)".padding(to: 10), "ops \(size)".padding(to: 8),
        one.sabotage.expected, one.failure?.attempts ?? 0)
    }
    let sizes = catches.compactMap { $0.failure?.script.operations.count }.sorted()
    print("caught", sizes.count, "of", catches.count, "median", sizes[sizes.count / 2])
    for one in catches where (one.failure?.script.operations.count ?? 0) > 8 {
      print(one.failure.map { "\($0)" } ?? "")
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}
