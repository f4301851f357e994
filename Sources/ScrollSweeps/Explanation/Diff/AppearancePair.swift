import ScrollCore
import ScrollSimulation

/// The same appearance of an item in two runs.
///
/// Appearances of an item are matched in their order where they overlap in time: one run may
/// skip what another shows, because a late frame passes it over.
struct AppearancePair {
  /// Indices of the records' appearances; one of them at least.
  var a: Int?, b: Int?
  var item: Int32
  /// When the first of them appeared, and until when one of them waited for its image.
  var start: SimTime, end: SimTime

  /// Every appearance of both runs, once, by time and item.
  ///
  /// - Complexity: O(*n* log *n*) in the appearances.
  static func all(_ a: LogIndex, _ b: LogIndex) -> [AppearancePair] {
    var pairs: [AppearancePair] = []
    for item in a.appearancesOfItem.indices {
      let (left, right) = (a.appearancesOfItem[item], b.appearancesOfItem[item])
      var (i, j) = (0, 0)
      while i < left.count || j < right.count {
        let first = i < left.count ? interval(left[i], in: a) : nil
        let second = j < right.count ? interval(right[j], in: b) : nil
        var pair = AppearancePair(item: Int32(item), start: .never, end: .zero)
        if let first, second.map({ first.start <= $0.end }) ?? true {
          pair.a = left[i]
          pair.cover(left[i], of: a)
        }
        if let second, first.map({ second.start <= $0.end }) ?? true {
          pair.b = right[j]
          pair.cover(right[j], of: b)
        }
        i += pair.a == nil ? 0 : 1
        j += pair.b == nil ? 0 : 1
        pairs.append(pair)
      }
    }
    return pairs.sorted { ($0.start, $0.item) < ($1.start, $1.item) }
  }

  private mutating func cover(_ index: Int, of record: LogIndex) {
    let appearance = record.appearances[index]
    let shown = appearance.shownFrame.map { record.presentation(of: $0) ?? record.end }
    start = min(start, appearance.time)
    end = max(end, appearance.lateness == nil ? appearance.time : shown ?? .zero)
    if shown == nil { end = max(end, appearance.left?.time ?? record.end) }
  }

  private static func interval(
    _ index: Int, in record: LogIndex
  ) -> (start: SimTime, end: SimTime) {
    let appearance = record.appearances[index]
    return (appearance.time, appearance.left?.time ?? record.end)
  }
}
