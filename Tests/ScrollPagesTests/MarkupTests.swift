import ScrollPages
import Testing

@Suite struct MarkupTests {
  @Test func `markup escapes text and attributes`() {
    var markup = Markup()
    markup.element("p", ["title": "\"><script>alert('1')</script>"], text: "<b>&amp;</b>")
    #expect(
      markup.text
        == "<p title=\"&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;\">"
        + "&lt;b&gt;&amp;amp;&lt;/b&gt;</p>")
  }

  @Test func `a character that XML forbids becomes a replacement character`() {
    #expect(Markup.escaped("a\u{1b}[31m\u{0}b\tc") == "a\u{fffd}[31m\u{fffd}b\tc")
  }

  @Test func `elements nest`() {
    var markup = Markup()
    markup.element("g", ["class": "a"]) {
      $0.element("path")
      $0.element("title", text: "t")
    }
    #expect(markup.text == "<g class=\"a\"><path/><title>t</title></g>")
  }
}
