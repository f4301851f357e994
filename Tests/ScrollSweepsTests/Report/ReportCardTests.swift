import ScrollPages
import Testing

@Suite struct ReportCardTests {
  private let card = ReportCard(
    title: "iphone-8", subtitle: "wifi",
    rows: [
      ReportCard.Row("policy", "sieve", isBold: true), ReportCard.Row("leaves", "1.10 s"),
    ], note: "2 other settings are as good.")

  @Test func `a card is a heading, a list and a sentence in Markdown`() {
    #expect(
      card.markdown() == """
        ### iphone-8, wifi

        - policy: **sieve**
        - leaves: 1.10 s

        2 other settings are as good.

        """)
  }

  @Test func `a card omits a missing network and a missing sentence`() {
    var plain = card
    (plain.subtitle, plain.note) = ("", "")
    #expect(plain.markdown() == "### iphone-8\n\n- policy: **sieve**\n- leaves: 1.10 s\n")
    var page = Markup()
    page.cards([plain])
    #expect(!page.text.contains("class=\"note\""))
  }

  @Test func `a card is an article with a list of terms on a page`() {
    var page = Markup()
    page.cards([card])
    #expect(
      page.text == """
        <div class="cards">
        <article class="card"><h2>iphone-8</h2><p class="note">wifi</p>\
        <dl><div><dt>policy</dt><dd><strong>sieve</strong></dd></div>\
        <div><dt>leaves</dt><dd>1.10 s</dd></div></dl>\
        <p class="note">2 other settings are as good.</p></article></div>

        """)
  }

  @Test func `a page without cards has no markup for them`() {
    var page = Markup()
    page.cards([])
    #expect(page.text.isEmpty)
  }

  @Test func `markup in a card stays text`() {
    let card = ReportCard(
      title: "<b>*x*", rows: [ReportCard.Row("<i>", "a & b\u{1b}[31m")], note: "<script>")
    var page = Markup()
    page.cards([card])
    for tag in ["<b>", "<i>", "<script>", "\u{1b}"] {
      #expect(!page.text.contains(tag), "\(page.text)")
      #expect(!card.markdown().contains(tag) || card.markdown().contains("\\" + tag))
    }
  }
}
