import ScrollLaws
import Testing

/// Tests of the environment variables that change a plan.
struct LawPlanTests {
  @Test func `an environment without settings changes nothing`() throws {
    let plan = LawPlan(cases: 7, seed: 3, seconds: 2.5, corpus: "cases")
    for environment in [[:], ["SCROLL_LAWS_CASES": "", "HOME": "/", "SCROLL_LAWS": "9"]] {
      let same = try plan.changed(by: environment)
      #expect(same.cases == 7 && same.seed == 3 && same.seconds == 2.5 && same.corpus == "cases")
    }
  }

  @Test func `an environment sets cases, seed, time and folder`() throws {
    let plan = try LawPlan(smallWorlds: false, laws: ["bytes"]).changed(by: [
      "SCROLL_LAWS_CASES": "1000000", "SCROLL_LAWS_SEED": "18446744073709551615",
      "SCROLL_LAWS_SECONDS": "0.5", "SCROLL_LAWS_CORPUS": "/tmp/my cases",
    ])
    #expect(plan.cases == 1_000_000)
    #expect(plan.seed == .max)
    #expect(plan.seconds == 0.5)
    #expect(plan.corpus == "/tmp/my cases")
    #expect(!plan.smallWorlds && plan.laws == ["bytes"])
  }

  @Test(arguments: [
    ("SCROLL_LAWS_CASES", "many"), ("SCROLL_LAWS_CASES", "0"), ("SCROLL_LAWS_CASES", "-5"),
    ("SCROLL_LAWS_CASES", "2.5"), ("SCROLL_LAWS_SEED", "-1"), ("SCROLL_LAWS_SEED", "one"),
    ("SCROLL_LAWS_SECONDS", "0"), ("SCROLL_LAWS_SECONDS", "soon"), ("SCROLL_LAWS_SECONDS", "nan"),
  ])
  func `an invalid number is an error that names its variable`(variable: String, text: String) {
    let error = #expect(throws: LawPlanError.self) {
      try LawPlan().changed(by: [variable: text])
    }
    #expect(error?.variable == variable && error?.found == text)
    #expect(
      error.map { "\($0)" } == "\(variable) is '\(text)'; expected a positive number")
  }
}
