import ScrollSweeps

extension Samples {
  static func stream(_ number: Int, path: String? = nil) -> StreamRecord {
    StreamRecord(
      digest: ContentKey(of: "stream \(number)"), path: path ?? "traces/\(number).csv",
      requests: 1000 + number, images: 100 + number,
      bytes: number.isMultiple(of: 2) ? 5000 + number : nil,
      origin: number.isMultiple(of: 3)
        ? .scroll(.sample(of: "\(number)"), recording: number == 3 ? "day.scroll" : nil)
        : .requests(StreamBeginning(of: (0..<number).map { UInt64($0 + number) })))
  }

  static func replay(
    _ number: Int, stream: StreamRecord? = nil, bound: ReplayRecord.Bound? = nil
  ) -> ReplayRecord {
    var replay = ReplayRecord(
      key: ContentKey(of: "replay \(number)"), stream: stream ?? Samples.stream(number),
      policy: "clock", settings: "{}", label: "clock:bits=\(number)", unit: "items",
      capacity: 10 + number, share: number.isMultiple(of: 2) ? nil : "\(number)%",
      seed: number.isMultiple(of: 2) ? number : nil, warmUp: number / 4)
    replay.requests = 900 + number
    replay.misses = 300 + number
    replay.bytesRequested = 9000 + number
    replay.bytesMissed = 3000 + number
    replay.note = number.isMultiple(of: 3) ? "too small" : nil
    replay.bound = bound
    return replay
  }
}
