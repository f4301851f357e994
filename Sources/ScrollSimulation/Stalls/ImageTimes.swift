import BasicContainers
import ScrollCore

/// How late images are: the times between the presentation of cells and of their images.
struct ImageTimes: ~Copyable {
  /// Waits above zero, how many were zero, and how many images were never shown.
  private var waits = UniqueArray<Int64>()
  private var immediate = 0, never = 0

  var late: Int { waits.count }
  var atOnce: Int { immediate }

  /// An image was shown, so much after its cell.
  mutating func didShow(after wait: Int64) {
    if wait > 0 { waits.append(wait) } else { immediate += 1 }
  }

  /// An image was not shown before its cell left, or the run ended.
  mutating func didNotShow() { never += 1 }

  /// Percentiles of these, and those of others if there are any; `none` where nothing appeared.
  func percentiles(
    with other: borrowing ImageTimes, none: SimTime?
  ) -> RunReport.TimeToImage {
    var sorted = [Int64]()
    sorted.reserveCapacity(waits.count + other.waits.count)
    for index in 0..<waits.count { sorted.append(waits[index]) }
    for index in 0..<other.waits.count { sorted.append(other.waits[index]) }
    sorted.sort()
    return percentiles(
      sorted, immediate: immediate + other.immediate, never: never + other.never, none: none)
  }

  func percentiles(none: SimTime?) -> RunReport.TimeToImage {
    percentiles(with: ImageTimes(), none: none)
  }

  private func percentiles(
    _ sorted: [Int64], immediate: Int, never: Int, none: SimTime?
  ) -> RunReport.TimeToImage {
    let total = immediate + sorted.count + never
    /// The nearest-rank percentile; zeros come first, infinities last.
    func percentile(_ percent: Int) -> SimTime? {
      guard total > 0 else { return none }
      let rank = max(1, (total * percent + 99) / 100) - 1
      if rank < immediate { return .zero }
      guard rank - immediate < sorted.count else { return nil }
      return SimTime(nanoseconds: sorted[rank - immediate])
    }
    let late = total - immediate
    let middle = max(1, (late + 1) / 2) - 1
    let lateP50 =
      late == 0
      ? (total > 0 ? SimTime.zero : none)
      : middle < sorted.count ? SimTime(nanoseconds: sorted[middle]) : nil
    return RunReport.TimeToImage(
      p50: percentile(50), p95: percentile(95), p99: percentile(99), max: percentile(100),
      lateP50: lateP50)
  }
}
