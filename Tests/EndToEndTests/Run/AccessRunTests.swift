import Foundation
import Testing

/// NSDiscardableContent by events of a trace, on the built command.
@Suite struct AccessRunTests {
  private func figures(_ events: String) throws -> [String: Any] {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing("500,memoryPressure warning", events), to: "a.scroll")
    let outcome = try Scrollsim.run(
      ["run", "a.scroll", "--policy", "nscache-lru", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs.first).object("figures")
  }

  @Test func `figures count accesses and unmatched accesses`() throws {
    let right = try figures("500,beginAccess 0\n600,useContent 0\n700,endAccess 0")
    #expect(right.number("accesses") == 1 && right.number("accessErrors") == 0)
    let wrong = try figures("500,useContent 0\n600,endAccess 0")
    #expect(wrong.number("accesses") == 0 && wrong.number("accessErrors") == 2)
  }

  @Test func `a figure counts calls of the delegate`() throws {
    let warned = try figures("500,memoryPressure warning")
    let calm = try figures("500,memoryPressure normal")
    #expect(try #require(warned.number("delegateCalls")) > 0)
    #expect(calm.number("delegateCalls") == 0)
  }
}
