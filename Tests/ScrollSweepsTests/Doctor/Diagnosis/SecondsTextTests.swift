import ScrollSweeps
import Testing

@Suite struct SecondsTextTests {
  @Test(arguments: [
    (302.4, "302"), (52.0, "52"), (34.06, "34.1"), (2.1, "2.1"), (0.0344, "0.034"), (0, "0"),
    (-1.5, "-1.5"),
  ])
  func `seconds have three digits`(seconds: Double, text: String) {
    #expect(SecondsText.text(seconds) == text)
  }

  @Test func `a nonzero number is never written as zero`() {
    #expect(SecondsText.text(0.0004) == "under 0.001")
    #expect(SecondsText.text(-0.0004) == "over -0.001")
    #expect(SecondsText.text(0.3, decimals: 0) == "under 1")
    #expect(SecondsText.text(-0.04, decimals: 1) == "over -0.1")
  }

  @Test func `a column has equal decimals, and zero is written as 0`() {
    #expect(SecondsText.column([2, 0.54, 0.116, 0.001]) == ["2.00", "0.54", "0.12", "<0.01"])
    #expect(SecondsText.column([0.54, -0.0001, 0]) == ["0.540", ">-0.001", "0.000"])
  }
}
