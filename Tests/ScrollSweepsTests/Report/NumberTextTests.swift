import ScrollCore
import ScrollPages
import Testing

struct NumberTextTests {
  @Test(
    arguments: [
      (1.0, 2, "1.00"), (1234567.891, 1, "1234567.9"), (-0.04, 1, "0.0"), (0.06, 1, "0.1"),
      (2.5, 0, "2"), (1e300, 0, nil), (.infinity, 1, "never"), (.nan, 1, "-"), (-1.5, 1, "-1.5"),
    ] as [(Double, Int, String?)])
  func `numbers have fixed decimals and a point`(value: Double, decimals: Int, text: String?) {
    let result = NumberText.fixed(value, decimals: decimals)
    if let text { #expect(result == text) } else { #expect(result.count == 301) }
  }

  @Test func `ratios are in percent`() {
    #expect(NumberText.percent(0.8124) == "81.2 %")
    #expect(NumberText.percent(1, decimals: 0) == "100 %")
    #expect(NumberText.percent(.nan) == "-", "no requests, no rate")
  }

  @Test func `bytes are in MiB`() {
    #expect(NumberText.mebibytes(ByteCount(64 << 20)) == "64.0 MiB")
    #expect(NumberText.mebibytes(ByteCount(1), decimals: 2) == "0.00 MiB")
  }

  @Test func `an infinite time reads never`() {
    #expect(NumberText.milliseconds(.never) == "never")
    #expect(NumberText.milliseconds(Double.infinity) == "never")
    #expect(NumberText.milliseconds(SimTime(milliseconds: 16.667)) == "16.7")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (9999, "9999"), (10000, "10 000"), (113_872, "113 872"),
    (-1_234_567, "-1 234 567"), (.min, "-9 223 372 036 854 775 808"),
  ])
  func `large counts have separators`(number: Int, text: String) {
    #expect(NumberText.count(number) == text)
  }
}
