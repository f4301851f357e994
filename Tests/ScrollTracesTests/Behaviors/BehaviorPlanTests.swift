import ScrollCore
import ScrollTraces
import Testing

struct BehaviorPlanTests {
  @Test func `a plan survives parsing and printing`() throws {
    let plan = try BehaviorPlan(parsing: "browse=60s,search,scroll-to-top,read=2min,rotate=1500ms")
    #expect(
      plan.parts == [
        .init(.browse, for: SimTime(seconds: 60)), .init(.search), .init(.scrollToTop),
        .init(.read, for: SimTime(seconds: 120)), .init(.rotate, for: SimTime(milliseconds: 1500)),
      ])
    #expect(plan.description == "browse=60s,search,scroll-to-top,read=120s,rotate=1.5s")
    #expect(try BehaviorPlan(parsing: plan.description) == plan)
  }

  @Test func `an hour has sixty minutes`() throws {
    #expect(try BehaviorPlan(parsing: "away=1.5h") == BehaviorPlan(parsing: "away=90min"))
  }

  @Test(arguments: Behavior.allCases)
  func `every behavior is available by its name`(behavior: Behavior) throws {
    #expect(try BehaviorPlan(parsing: behavior.rawValue).parts == [.init(behavior)])
  }

  static let refusals = [
    ("", "has the unknown behavior ''"), ("brwse", "did you mean 'browse'"),
    ("browse,", "behavior ''"),
    ("browse=", "browse=30s"), ("browse=60", "has 'browse=60'"), ("browse=0s", "'browse=0s'"),
    ("browse=-1s", "'browse=-1s'"), ("browse=1e3s", "'browse=1e3s'"),
    ("browse=8d", "a week at most"), ("read=100h,read=100h", "more than a week"),
    ("browse=1s=2", "'browse=1s=2'"), ("rotate;top", "'rotate;top'"),
    (String(repeating: "read,", count: 1000) + "read", "1001 parts"),
  ]

  @Test(arguments: refusals)
  func `an invalid plan is an error that names the invalid part`(text: String, says: String) {
    let error = #expect(throws: BehaviorPlan.ParsingError.self) {
      try BehaviorPlan(parsing: text)
    }
    #expect(error?.description.contains(says) == true, "\(String(describing: error))")
  }
}
