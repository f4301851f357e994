import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollTraces

/// A plot of a trace: offset and speed over time, the distances between requests for the same
/// image, and the sizes of the items.
struct TracePlot {
  private static let width = 780.0
  private static var half: Double { (width - 20) / 2 }
  let title: String
  let trace: ScrollTrace
  let distances: ReuseDistances

  var drawing: Drawing {
    let (offsets, speeds) = (offsets, speeds)
    let left = DenseCurve.room(for: [offsets.axis, speeds.axis])
    let offset = DenseCurve(
      id: "trace-offset", title: "Position of the viewport", summary: offsets.summary, x: seconds,
      y: offsets.axis, points: offsets.points, left: left, width: Self.width, height: 230)
    let speed = DenseCurve(
      id: "trace-speed", title: "Speed (backward below 0)", summary: speeds.summary,
      x: seconds, y: speeds.axis, points: speeds.points, left: left, width: Self.width,
      height: 210)
    return .rows(
      [[offset.drawing], [speed.drawing], [reuse, sizes]], id: "trace", title: title)
  }

  /// A curve over time.
  private struct Curve {
    let points: [DenseCurve.Point]
    let axis: Axis
    let summary: String
  }

  /// The time axis, which has round numbers and ends with the trace.
  private var seconds: Axis {
    let end = trace.duration.seconds
    let ticks = NiceTicks.fromZero(covering: [end], count: 8)
    let decimals = NiceTicks.decimals(ticks)
    var inside = ticks.filter { $0 <= end }
      .map { Axis.Tick($0, NumberText.fixed($0, decimals: decimals)) }
    if inside.last?.value != end { inside.append(Axis.Tick(end, "")) }
    return Axis("time, s", ticks: inside)
  }

  private var offsets: Curve {
    let motion = trace.motion
    let (low, high) = (motion.offsets.min() ?? 0, motion.offsets.max() ?? 0)
    // A bounce below 0 needs no separate tick.
    return Curve(
      points: zip(motion.times, motion.offsets).map { DenseCurve.Point(x: $0.seconds, y: $1) },
      axis: .fromZero("offset, pt", covering: [low < -high / 50 ? low : 0, high]),
      summary: "The offset goes from \(Int(low)) to \(Int(high)) points.")
  }

  private var speeds: Curve {
    let motion = trace.motion
    var points: [DenseCurve.Point] = []
    // The curve has steps: a speed holds from one sample to the next.
    for next in motion.times.indices.dropFirst() {
      let (start, end) = (motion.times[next - 1], motion.times[next])
      let speed = (motion.offsets[next] - motion.offsets[next - 1]) / (end - start).seconds
      points.append(.init(x: start.seconds, y: speed))
      points.append(.init(x: end.seconds, y: speed))
    }
    let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    return Curve(
      points: points,
      axis: .fromZero(
        "speed, pt/s", covering: [low < -high / 50 ? low : 0, high > -low / 50 ? high : 0]),
      summary: "The speed goes from \(Int(low)) to \(Int(high)) points per second.")
  }

  private var reuse: Drawing {
    let counts = distances.doubling
    let again = distances.images.values.count
    let columns = counts.enumerated().map { step, count in
      ColumnChart.Column(name: "\(1 << step)", value: Double(count), text: NumberText.count(count))
    }
    return ColumnChart(
      id: "trace-reuse", title: "Distance between requests for the same image",
      summary: again == 0
        ? "No image is requested twice."
        : "\(Phrase.count(again, "request")) for an image requested before, "
          + "\(Phrase.count(distances.first, "first request")).",
      below: again == 0 ? "no image is requested twice" : "other images since, and itself, at most",
      y: .fromZero("requests", covering: counts.map(Double.init)), columns: columns,
      width: Self.half, height: 250
    ).drawing
  }

  private var sizes: Drawing {
    let buckets = SizeBuckets(
      trace.catalog.items.map { trace.catalog.images[$0].decoded.bytes })
    return ColumnChart(
      id: "trace-sizes", title: "Size of the items' images in memory",
      summary: "\(Phrase.count(trace.catalog.items.count, "item")), the largest image "
        + "\(NumberText.mebibytes(ByteCount(buckets.largest))).",
      below: "bytes decoded, at most",
      y: .fromZero("items", covering: buckets.counts.map(Double.init)),
      columns: buckets.counts.enumerated().map { index, count in
        .init(name: buckets.name(index), value: Double(count), text: NumberText.count(count))
      }, width: Self.half, height: 250
    ).drawing
  }
}

/// A histogram of sizes, with one bucket for each power of two.
private struct SizeBuckets {
  let first: Int
  let counts: [Int]
  let largest: Int

  init(_ sizes: [Int]) {
    func power(_ size: Int) -> Int {
      size <= 1 ? 0 : Int.bitWidth - (size - 1).leadingZeroBitCount
    }
    let powers = sizes.map(power)
    first = powers.min() ?? 0
    var counts = [Int](repeating: 0, count: (powers.max() ?? 0) - first + 1)
    for power in powers { counts[power - first] += 1 }
    self.counts = counts
    largest = sizes.max() ?? 0
  }

  /// Returns a size such as `512 KiB`.
  func name(_ index: Int) -> String {
    let power = first + index
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    let unit = min(power / 10, units.count - 1)
    return "\(1 << (power - unit * 10)) \(units[unit])"
  }
}
