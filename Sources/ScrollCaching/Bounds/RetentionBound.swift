/// An upper bound on the value of keeping things for limited times within a limited capacity.
///
/// Each span needs room from its start to its end and saves its value if it is kept all the time;
/// at no moment may the kept spans exceed the capacity. Parts of spans may be kept for parts of
/// their values, which only raises the bound. For few spans, the best choice of such parts is
/// computed exactly, as a circulation (`IntervalCirculation`). For many spans, only the room of all
/// moments together is limited, as in PFOO-L (`PFOO.lower`).
package enum RetentionBound {
  /// A thing that may be kept from `start` to `end`, in any unit of time.
  package struct Span: Sendable, Equatable {
    var start: Int, end: Int
    var room: Int
    var value: Int

    package init(start: Int, end: Int, room: Int, value: Int) {
      self.start = start
      self.end = end
      self.room = room
      self.value = value
    }
  }

  /// The default number of spans up to which the bound is exact; 20 000 spans take a second.
  static let usualExactLimit = 4_000

  /// Returns an upper bound on the value of any choice of spans that fits.
  /// - Parameters:
  ///   - spans: The spans in any order; room and value are not negative.
  ///   - capacity: The room at each moment.
  ///   - exactLimit: The number of spans above which the problem is relaxed.
  /// - Returns: A sum of values.
  /// - Complexity: O(n log n) above the limit, below it that of a network simplex.
  package static func mostSaved(
    _ spans: [Span], capacity: Int, exactLimit: Int = usualExactLimit
  ) -> Double {
    let able = spans.filter { $0.value > 0 && $0.room <= capacity }
    let free = able.filter { $0.room == 0 || $0.start >= $0.end }
    let rivals = able.filter { $0.room > 0 && $0.start < $0.end }
    let gift = free.reduce(0.0) { $0 + Double($1.value) }
    let most = rivals.reduce(0.0) { $0 + Double($1.value) }
    let moments = Moments(rivals)
    guard moments.mostRoom > capacity else { return gift + most }
    let saved =
      rivals.count > exactLimit
      ? relaxed(rivals, capacity: capacity, length: moments.length)
      : exact(rivals, capacity: capacity, moments)
    return gift + min(most, saved * (1 + 0x1p-30))
  }

  /// Returns the bound if all moments share their room.
  private static func relaxed(_ spans: [Span], capacity: Int, length: Int) -> Double {
    var left = Double(capacity) * Double(length)
    var saved = 0.0
    func footprint(_ span: Span) -> Double { Double(span.room) * Double(span.end - span.start) }
    let ranked = spans.sorted {
      Double($0.value) * footprint($1) > Double($1.value) * footprint($0)
    }
    for span in ranked where left > 0 {
      let part = min(1, left / footprint(span))
      saved += part * Double(span.value)
      left -= part * footprint(span)
    }
    return saved
  }

  /// Returns the exact bound.
  ///
  /// Profits per unit of room are rounded up, so that no sum of them is too small.
  private static func exact(_ spans: [Span], capacity: Int, _ moments: Moments) -> Double {
    let highest = spans.reduce(0.0) { max($0, Double($1.value) / Double($1.room)) }
    let unit = highest / 0x1p40
    let intervals = spans.map { span in
      IntervalCirculation.Interval(
        start: moments.node(span.start), end: moments.node(span.end), room: span.room,
        profit: max(1, Int((Double(span.value) / Double(span.room) / unit).rounded(.up))))
    }
    var circulation = IntervalCirculation(
      gaps: [Int](repeating: capacity, count: max(1, moments.count - 1)), intervals: intervals)
    return zip(circulation.solve(), intervals).reduce(0) {
      $0 + Double($1.0) * Double($1.1.profit) * unit
    }
  }
}

/// The moments at which spans begin or end.
private struct Moments {
  private let times: [Int]
  private let nodes: [Int: Int]
  /// The largest total room of the spans at one moment.
  let mostRoom: Int

  init(_ spans: [RetentionBound.Span]) {
    var changes: [Int: Int] = [:]
    for span in spans {
      changes[span.start, default: 0] += span.room
      changes[span.end, default: 0] -= span.room
    }
    let times = changes.keys.sorted()
    var (room, most) = (0, 0)
    for time in times {
      room += changes[time] ?? 0
      most = max(most, room)
    }
    self.times = times
    nodes = Dictionary(uniqueKeysWithValues: times.enumerated().map { ($1, $0) })
    mostRoom = most
  }

  var count: Int { times.count }
  /// The time from the first moment to the last.
  var length: Int { (times.last ?? 0) - (times.first ?? 0) }

  func node(_ time: Int) -> Int { nodes[time] ?? 0 }
}
