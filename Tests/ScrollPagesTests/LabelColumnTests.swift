import ScrollPages
import Testing

@Suite struct LabelColumnTests {
  @Test func `labels with enough space keep their places`() {
    #expect(LabelColumn.heights([10, 60, 30], gap: 12, within: 0...100) == [10, 60, 30])
  }

  @Test func `labels that touch move apart by the same amount`() {
    #expect(LabelColumn.heights([50, 50], gap: 12, within: 0...100) == [44, 56])
  }

  @Test func `a growing block absorbs the next label`() {
    #expect(
      LabelColumn.heights([50, 50, 58], gap: 12, within: 0...100).map { $0.rounded() } == [
        41, 53, 65,
      ])
  }

  @Test(arguments: 0..<40)
  func `labels keep their order, their distance and the limits`(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let wishes = (0..<7).map { _ in next() * 100 }
    let heights = LabelColumn.heights(wishes, gap: 12, within: 0...100)
    let sorted = heights.sorted()
    for (low, high) in zip(sorted, sorted.dropFirst()) {
      #expect(high - low >= 12 - 1e-9, "seed \(seed): \(heights)")
    }
    #expect(
      sorted.first ?? 0 >= -1e-9 && sorted.last ?? 0 <= 100 + 1e-9, "seed \(seed): \(heights)")
    for a in wishes.indices {
      for b in wishes.indices where wishes[a] < wishes[b] {
        #expect(heights[a] < heights[b], "seed \(seed): \(wishes), \(heights)")
      }
    }
  }
}
