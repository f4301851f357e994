import ScrollPages
import Testing

@Suite struct ReportCardTests {
  private let card = ReportCard(
    title: "iphone-8", subtitle: "wifi",
    rows: [
      ReportCard.Row("policy", "sieve", isBold: true), ReportCard.Row("leaves", "1.10 s"),
    ], note: "2 other settings are as good.")

  private let two = ReportCard(
    title: "iphone-8", columns: ["you have", "advised"],
    rows: [ReportCard.Row("blank s", ["2.1", "1.1"], isBold: true)])

  @Test func `a card is a heading, a table and a sentence in Markdown`() {
    var noted = two
    noted.note = "2 other settings are as good."
    #expect(
      noted.markdown() == """
        ### iphone-8

        |         | you have | advised |
        | ------- | -------: | ------: |
        | blank s |      2.1 |     1.1 |

        2 other settings are as good.

        """)
  }

  @Test func `a card of two settings has a column for each on a page`() {
    var page = Markup()
    page.cards([two])
    #expect(
      page.text == """
        <div class="cards">
        <article class="card"><h2>iphone-8</h2><table>\
        <thead><tr><td></td><th scope="col">you have</th><th scope="col">advised</th></tr></thead>\
        <tbody><tr><th scope="row">blank s</th><td class="strong">2.1</td>\
        <td class="strong">1.1</td></tr></tbody></table></article></div>

        """)
  }

  @Test func `a card omits a missing network and a missing sentence`() {
    var plain = card
    (plain.subtitle, plain.note) = ("", "")
    var page = Markup()
    page.cards([plain])
    #expect(!page.text.contains("class=\"note\""))
  }

  @Test func `a card of one setting is an article with a table without a header on a page`() {
    var page = Markup()
    page.cards([card])
    #expect(
      page.text == """
        <div class="cards">
        <article class="card"><h2>iphone-8</h2><p class="note">wifi</p>\
        <table><tbody><tr><th scope="row">policy</th><td class="strong">sieve</td></tr>\
        <tr><th scope="row">leaves</th><td>1.10 s</td></tr></tbody></table>\
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
