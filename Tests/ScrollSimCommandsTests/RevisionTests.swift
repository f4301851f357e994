import ScrollSimCommands
import Testing

/// Tests of the commit that releases print.
@Suite struct RevisionTests {
  @Test func `an archive of a commit names the commit and its day`() throws {
    let text = "0de33712aa5cd3c91cb6b7dbb54ef0a1b8b0a6f1 2026-11-29"
    let revision = try #require(Revision(archived: text))
    #expect(revision.commit == "0de33712aa5c")
    #expect(revision.day == "2026-11-29")
  }

  @Test(arguments: ["$Format:%H %cs$", "", "0de33712 2026-11-29", "2026-11-29"])
  func `other texts name no commit`(text: String) {
    #expect(Revision(archived: text) == nil)
  }
}
