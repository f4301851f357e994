import ScrollCore
import ScrollPages

/// A map in words and figures.
extension ResidencyMap {
  /// The items worth drawing: from the first to the last that was visible, or whose own image
  /// was in the cache or on its way.
  var itemsConcerned: Range<Int> {
    var range: Range<Int>?
    func include(_ item: Int) {
      range =
        range.map { min($0.lowerBound, item)..<max($0.upperBound, item + 1) } ?? item..<item + 1
    }
    for (index, item) in items.enumerated() where !item.visible.isEmpty { include(index) }
    for (key, image) in images.enumerated()
    where !(image.residences.isEmpty && image.inFlight.isEmpty) {
      let shown = keys.items(showing: ImageID(key))
      // An image that many items share does not locate any of them.
      if shown.count == 1, let item = shown.first { include(Int(item.index)) }
    }
    return range ?? 0..<min(1, items.count)
  }

  /// The map in sentences.
  package var summary: String {
    let visible = items.count { !$0.visible.isEmpty }
    let blank = items.reduce(0) { $0 + seconds($1.blank) }
    let empty = items.count { !$0.blank.isEmpty }
    let concerned = itemsConcerned
    var text =
      "Items \(concerned.lowerBound) to \(max(concerned.lowerBound, concerned.upperBound - 1)) "
      + "of \(NumberText.count(items.count)), downward, over \(NumberText.fixed(duration.seconds, decimals: 1)) s: "
      + "\(NumberText.count(visible)) were visible"
    text +=
      empty == 0
      ? ", none of them blank."
      : ", \(NumberText.count(empty)) of them blank at some time, "
        + "\(Self.text(blank)) item seconds in all."
    if let death {
      // What killed it may have come after the trace, where the map ends.
      let when = end < duration ? " at \(NumberText.fixed(end.seconds, decimals: 1)) s" : ""
      text += " The app was killed\(when): \(death)."
    }
    text += " A cell with several states shows the worst."
    return text
  }

  /// The most items that the table has.
  private static let mostRows = 200

  /// Seconds of screen time by item, the worst first: blank or wrong for longest, then evicted
  /// too early most often, then soft for longest, then by number.
  ///
  /// - Returns: the items that were visible, or whose image was in the cache or on its way,
  ///   but 200 at most; and how many there are.
  func worstItems() -> (table: Table, count: Int) {
    var early: [Int: Int] = [:]
    for eviction in earlyEvictions { early[eviction.item, default: 0] += 1 }
    let rows = itemsConcerned.filter { item in
      !items[item].visible.isEmpty
        || images(of: item).contains {
          !(images[$0].residences.isEmpty && images[$0].inFlight.isEmpty)
        }
    }.map { item in
      (
        item: item, bad: seconds(items[item].blank) + seconds(items[item].wrong),
        early: early[item] ?? 0, soft: seconds(items[item].soft)
      )
    }
    let sorted = rows.sorted {
      ($1.bad, $1.early, $1.soft, $0.item) < ($0.bad, $0.early, $0.soft, $1.item)
    }
    var table = Table([
      .right("item"), .right("visible s"), .right("blank s"), .right("soft s"),
      .right("wrong s"), .right("in cache s"), .right("loading s"),
      .right("evicted too early"),
    ])
    for row in sorted.prefix(Self.mostRows) {
      let (item, keys) = (items[row.item], images(of: row.item))
      let figures = [
        item.visible, item.blank, item.soft, item.wrong,
        keys.flatMap { images[$0].residences.map(\.span) },
        keys.flatMap { images[$0].inFlight },
      ]
      table.append(["\(row.item)"] + figures.map { Self.text(seconds($0)) } + ["\(row.early)"])
    }
    return (table, rows.count)
  }

  private static func text(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: 2)
  }
}
