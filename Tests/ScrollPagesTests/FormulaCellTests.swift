import ScrollPages
import Testing

/// Cells of comma-separated values that a spreadsheet could run.
@Suite struct FormulaCellTests {
  @Test(arguments: [
    "=1+1", "@SUM(A1)", "+HYPERLINK(\"x\")", "-1+cmd|' /C calc'!A0", "\t=1", "\r=1", "--device x",
    "+1 (see below)",
  ])
  func `a text that looks like a formula has an apostrophe in front`(text: String) {
    let line = Table.csvLine([text, "b"])
    #expect(
      line.hasPrefix("'\(text.prefix(1))") || line.hasPrefix("\"'\(text.prefix(1))"), "\(line)")
  }

  @Test(arguments: ["-1.5", "-", "+3.2 %", "- 4", "-.5", "-1 to +2", "a=b", "5", "−1"])
  func `a figure has no apostrophe`(text: String) {
    #expect(Table.csvLine([text]) == text + "\n")
  }
}
