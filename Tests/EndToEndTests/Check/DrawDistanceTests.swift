import Foundation
import Testing

/// A change that an app made without a test, as a check that would have caught it.
@Suite struct DrawDistanceTests {
  @Test func `a draw distance of 250 instead of 1000 points fails the check with its name`()
    throws
  {
    let outcome = try Scrollsim.run(["check", "Traces/draw-distance.yml"])
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("blankSeconds <= 9 s is broken by 1 of 2 runs"))
    #expect(outcome.complaint.contains("flash-list:drawDistance=250"), "\(outcome.complaint)")
  }

  @Test func `the original draw distance keeps every limit`() throws {
    let folder = try TemporaryFolder.withTraces()
    let text = try String(
      contentsOf: PackageRoot.url.appendingPathComponent("Traces/draw-distance.yml"),
      encoding: .utf8)
    let old = text.replacing(", \"flash-list:drawDistance=250\"", with: "")
      .replacing("recorded/", with: "Traces/recorded/")
    try #require(old != text)
    try folder.write(old, to: "old.yml")
    let outcome = try Scrollsim.run(["check", "old.yml"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("every limit is kept"))
  }
}
