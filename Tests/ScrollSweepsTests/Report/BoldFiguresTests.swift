import ScrollPages
import Testing

/// Figures that decide are bold in sentences.
@Suite struct BoldFiguresTests {
  private func markup(_ sentence: String) -> String {
    var markup = Markup()
    markup.append(boldFigures: sentence)
    return markup.text
  }

  @Test func `a figure is bold with its unit`() {
    #expect(markup("It leaves 2.1 s, 5 % less.").contains("<strong>2.1 s</strong>, <strong>5 %"))
  }

  @Test func `only the part is bold in a part of a whole`() {
    #expect(markup("65 of 240 s blank") == "<strong>65</strong> of 240 s blank")
  }
}
