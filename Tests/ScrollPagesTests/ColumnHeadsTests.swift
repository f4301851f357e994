import ScrollPages
import Testing

@Suite struct ColumnHeadsTests {
  private func drawn(_ names: [String], over width: Double) -> [[DrawnShapes.Shape]] {
    let heads = ColumnHeads(names, over: width)
    return names.indices.map { column in
      DrawnShapes { heads.draw(column, x: 50, bottom: 80, anchor: .middle, &$0) }.texts
    }
  }

  @Test func `a name breaks after hyphens and between words`() {
    let texts = drawn(["iphone-13-pro", "next frame"], over: 50).map { $0.map(\.text) }
    #expect(texts == [["iphone-", "13-pro"], ["next", "frame"]])
  }

  @Test func `a name that fits stays on one line`() {
    #expect(drawn(["iphone-13-pro"], over: 91).map { $0.map(\.text) } == [["iphone-13-pro"]])
  }

  @Test func `all names end at the same height`() {
    let ends = drawn(["iphone-13-pro", "iphone-8", "se"], over: 50).map { $0.last?["y"] }
    #expect(ends == [80, 80, 80])
  }

  @Test func `lines are stacked, and the height fits the longest name`() {
    let names = ["a-very-long-name", "se"]
    let lines = drawn(names, over: 30)[0].map { $0["y"] }
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 == 13 }, "\(lines)")
    #expect(ColumnHeads(names, over: 30).height == 13 * Double(lines.count))
  }

  @Test func `a name with too many pieces is cut on its last line`() {
    let lines = drawn(["one-two-three-four-five-six"], over: 45)[0].map(\.text)
    #expect(lines.count == 4 && lines.last?.hasSuffix("…") == true, "\(lines)")
  }

  @Test(arguments: ["iphone-13-pro", "evicted too early", "s3fifo"])
  func `the least width cuts no piece of a name`(name: String) {
    let lines = drawn([name], over: ColumnHeads.leastWidth([name]))[0].map(\.text)
    let letters = lines.joined().filter { $0 != " " }
    #expect(letters == name.filter { $0 != " " }, "\(lines)")
  }
}
