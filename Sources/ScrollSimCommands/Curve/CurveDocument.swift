import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps

/// A curve as a JSON document, and as a table.
struct CurveDocument: Encodable {
  enum Method: String, Encodable {
    case onePass = "one-pass"
    case replayed, sampled
  }

  /// A point with the method of its computation.
  struct Exact: Sendable {
    let point: LRUCurve.Point
    let method: Method

    init(_ point: LRUCurve.Point, method: Method) {
      self.point = point
      self.method = method
    }
  }

  /// The sample for an estimated curve: its size, and the error of the estimate.
  struct Sample: Encodable {
    let rate: Double
    let seed: UInt64
    let requests: Int, images: Int
    /// The expected error of the estimated miss ratio; see `SHARDS.expectedError`.
    let expectedError: Double
    /// The mean difference from the exact curve; null unless the exact curve was requested.
    @OrNull var meanError: Double?
    @OrNull var largestError: Double?

    init(_ sampled: SHARDS, rate: Double, seed: UInt64) {
      self.rate = rate
      self.seed = seed
      requests = sampled.sampledRequests
      images = sampled.sampledImages
      expectedError = sampled.expectedError
    }
  }

  struct Point: Encodable {
    let capacity: Int
    let method: Method
    /// The number of misses; `nil` if only a sample was examined.
    @OrNull var misses: Int?
    @OrNull var bytesMissed: Int?
    @OrNull var missRatio: Double?
    @OrNull var byteMissRatio: Double?
    @OrNull var estimatedMissRatio: Double?
    @OrNull var estimatedByteMissRatio: Double?

    /// The estimated minus the exact miss ratio; `nil` if one of them is missing.
    var error: Double? {
      guard let missRatio, let estimatedMissRatio else { return nil }
      return estimatedMissRatio - missRatio
    }
  }

  let trace: String
  let policy = "lru"
  let unit: String
  let requests: Int, bytesRequested: Int, images: Int
  @OrNull var sample: Sample?
  let points: [Point]

  init(
    trace: String, unit: String, stream: RequestStream, capacities: [Int], exact: [Exact]?,
    sample: Sample?, estimates: [SHARDS.Point]?
  ) {
    self.trace = trace
    self.unit = unit
    let count = stream.images.count
    let bytes = stream.sizes?.reduce(0, +) ?? count
    requests = count
    bytesRequested = bytes
    images = Set(stream.images).count
    func ratio(_ part: Int, _ whole: Int) -> Double {
      whole == 0 ? 0 : Double(part) / Double(whole)
    }
    points = capacities.indices.map { index in
      let found = exact?[index]
      let estimate = estimates?[index]
      return Point(
        capacity: capacities[index], method: found?.method ?? .sampled,
        misses: found?.point.misses, bytesMissed: found?.point.costMissed,
        missRatio: found.map { ratio($0.point.misses, count) },
        byteMissRatio: found.map { ratio($0.point.costMissed, bytes) },
        estimatedMissRatio: estimate?.missRatio,
        estimatedByteMissRatio: estimate?.byteMissRatio)
    }
    let errors = points.compactMap(\.error).map(abs)
    var sample = sample
    if let largest = errors.max() {
      sample?.largestError = largest
      sample?.meanError = errors.reduce(0, +) / Double(errors.count)
    }
    self.sample = sample
  }

  /// The size of the examined sample as text; `nil` if everything was examined.
  var caption: String? {
    guard let sample else { return nil }
    func fixed(_ value: Double) -> String { NumberText.fixed(value, decimals: 4) }
    let seen = "\(sample.images) of \(images) images were sampled"
    guard let mean = sample.meanError, let largest = sample.largestError else {
      return "\(seen). The expected error of a miss ratio is about \(fixed(sample.expectedError)). "
        + "This estimate is too low where few images have most requests, and single "
        + "capacities can be several times as far off. --compare measures the error."
    }
    return "\(seen); error of the miss ratio \(fixed(mean)) on average, \(fixed(largest)) at most"
  }

  var table: Table {
    let isExact = points.contains { $0.missRatio != nil } || sample == nil
    var columns: [Table.Column] = [.right("capacity"), .left("method")]
    if isExact {
      columns += [
        .right("misses"), .right("miss ratio"), .right("bytes missed"), .right("byte miss ratio"),
      ]
    }
    if sample != nil { columns += [.right("estimated"), .right("estimated bytes")] }
    if isExact, sample != nil { columns += [.right("error")] }
    var table = Table(columns)
    func fixed(_ ratio: Double?) -> String {
      ratio.map { NumberText.fixed($0, decimals: 4) } ?? "-"
    }
    for point in points {
      var cells = ["\(point.capacity)", point.method.rawValue]
      if isExact {
        cells += [
          point.misses.map(String.init) ?? "-", fixed(point.missRatio),
          point.bytesMissed.map(String.init) ?? "-", fixed(point.byteMissRatio),
        ]
      }
      if sample != nil {
        cells += [fixed(point.estimatedMissRatio), fixed(point.estimatedByteMissRatio)]
      }
      if isExact, sample != nil { cells.append(fixed(point.error)) }
      table.append(cells)
    }
    return table
  }
}
