import ScrollTraces
import Testing

@Suite struct DigitsTests {
  @Test(arguments: [
    (0.0, 3, "0"), (-1, 3, "0"), (0.021_449, 3, "0.0214"), (2.0, 3, "2"), (2.14159, 3, "2.14"),
    (9.999, 3, "10"), (214.4, 3, "214"), (5_512_345, 4, "5512345"), (0.5, 4, "0.5"),
    (1e-30, 4, "0"), (1.005e-7, 2, "0.0000001"), (.infinity, 2, "0"),
  ])
  func `numbers keep their significant digits`(number: Double, digits: Int, text: String) {
    #expect(Digits.text(number, digits: digits) == text)
  }
}
