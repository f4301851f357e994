import ScrollCore

/// A comparison of a trace with the published statistics of human scrolling.
package struct HumanComparison: Sendable {
  package struct Row: Sendable {
    package let statistic: PublishedStatistic
    /// The value of the trace; `nil` if it cannot be measured.
    package let value: Double?
    /// The number of measurements behind the value.
    package let count: Int
    package let verdict: Verdict
  }

  package enum Verdict: Sendable, Equatable {
    case inside, below, above
    case notMeasurable(reason: String)

    /// The verdict as one word, or two.
    package var word: String {
      switch self {
      case .inside: "in"
      case .below: "below"
      case .above: "above"
      case .notMeasurable: "not measurable"
      }
    }
  }

  package let rows: [Row]
  /// The fit of the looks; `nil` for fewer than two different ones.
  package let fit: DwellFit?
  /// The number of looks.
  package let looks: Int

  /// The least number of measurements of a value.
  package static let least = 20

  /// Compares a trace.
  /// - Complexity: that of `HandFigures`.
  package init(_ trace: ScrollTrace) {
    let hand = HandFigures(trace)
    rows = PublishedStatistic.all.map { Self.row($0, hand) }
    fit = DwellFit(hand.looks)
    looks = hand.looks.count
  }

  private static func row(_ statistic: PublishedStatistic, _ hand: HandFigures) -> Row {
    let (value, count, noun) = measure(statistic.quantity, hand)
    func unmeasured(_ reason: String) -> Row {
      Row(statistic: statistic, value: nil, count: count, verdict: .notMeasurable(reason: reason))
    }
    guard let value else { return unmeasured(noun) }
    guard count >= least else {
      return unmeasured("\(Phrase.count(count, noun)); at least \(least) are needed")
    }
    let verdict: Verdict =
      value < statistic.range.lowerBound
      ? .below : value > statistic.range.upperBound ? .above : .inside
    return Row(statistic: statistic, value: value, count: count, verdict: verdict)
  }

  /// Returns a value, the number of measurements, and a noun for them; without a value, the reason
  /// in place of the noun.
  private static func measure(
    _ quantity: PublishedStatistic.Quantity, _ hand: HandFigures
  ) -> (value: Double?, count: Int, noun: String) {
    func median(_ values: [Double], _ noun: String) -> (Double?, Int, String) {
      (values.isEmpty ? 0 : values.median, values.count, noun)
    }
    switch quantity {
    case .gap: return median(hand.gaps, "gap")
    case .length: return median(hand.lengths, "gesture")
    case .travel: return median(hand.travels, "gesture")
    case .turns:
      let share = hand.pairs > 0 ? Double(hand.turns) / Double(hand.pairs) : 0
      return (share * 100, hand.pairs, "gesture pair")
    case .release: return median(hand.releases, "fling")
    case .hardRelease:
      let speeds = hand.releases
      return (speeds.isEmpty ? 0 : speeds.quantile(0.9), speeds.count, "fling")
    case .visit:
      guard let visits = hand.visits else {
        return (nil, 0, "several items are beside each other, or the layout changes")
      }
      return (hand.foregroundSeconds / Double(visits), visits, "item visit")
    case .longLook: return median(hand.looks.filter { $0 > 1 }, "long rest")
    case .pixels: return (nil, 0, "published in pixels of a phone of unknown density")
    }
  }
}
