import ScrollSweeps
import Testing

/// Memory against stalls.
@Suite struct FrontTests {
  /// Policies with more memory each, and what they stall.
  private func front(_ stalls: [Double]) -> [String?] {
    var rows = SampleRows()
    for (place, seconds) in stalls.enumerated() {
      rows.add("p\(place)", SampleRows.Figures(stalls: seconds, footprint: (place + 1) << 20))
    }
    return rows.report().document.front.map(\.policy)
  }

  @Test func `an invisible saving is not on the front`() {
    #expect(front([2, 1.999, 1, 0.999, 0.998]) == ["p0", "p2"])
    #expect(front([2, 3, 1]) == ["p0", "p2"])
  }

  @Test func `savings that add up to a visible one are on the front from there`() {
    #expect(front([2, 1.994, 1.988, 1.982, 1.976]) == ["p0", "p4"])
  }
}
