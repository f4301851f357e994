import ScrollPages
import Testing

struct JSONDocumentTests {
  struct Row: Encodable {
    var zeta = 0.1
    var alpha = "a/b"
    @FiniteOrNull var p99: Double?
    @OrNull var limit: Int?
  }

  @Test func `keys are sorted, slashes are plain, and figures are unrounded`() throws {
    #expect(
      try JSONDocument.text([Row(zeta: 2.0 / 3, p99: 12.25, limit: 3)]) == """
        [
          {
            "alpha" : "a/b",
            "limit" : 3,
            "p99" : 12.25,
            "zeta" : 0.6666666666666666
          }
        ]

        """)
  }

  @Test(arguments: [nil, Double.infinity, -.infinity, .nan])
  func `a figure that is not finite is null and keeps its key`(value: Double?) throws {
    let text = try JSONDocument.text(Row(p99: value, limit: nil))
    #expect(text.contains("\"p99\" : null"))
    #expect(text.contains("\"limit\" : null"))
  }

  @Test func `an unguarded infinity is an error, not a document`() {
    #expect(throws: EncodingError.self) { try JSONDocument.text(Row(zeta: .infinity)) }
  }

  @Test func `a list may have figures that are not finite`() throws {
    let text = try JSONDocument.text([1, .infinity, 0.5].map { FiniteOrNull($0) })
    #expect(text.filter { !$0.isWhitespace } == "[1,null,0.5]")
  }
}
