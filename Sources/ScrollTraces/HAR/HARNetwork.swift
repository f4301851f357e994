import ScrollCore
package import ScrollDevice

/// The network of the requests in a HAR file, as a profile.
///
/// The figures cover all requests to hosts of images, unless a cache answered:
/// - the **round trip** is the median time to open a connection, without its encryption;
/// - the **latency** is the median wait for an answer's first byte, less that round trip;
/// - the **bandwidth** is the number of bytes over the network, divided by the time during which at
///   least one transfer was under way. With few requests at a time it is less than the network
///   could carry;
/// - the **connections** are the largest number of images under way at once. Over HTTP/2 and HTTP/3
///   they are streams of one connection, so the figure is an estimate;
/// - the **failures** are the responses with a status of 400 or more, except those for a missing
///   file (404, 410).
///
/// The bandwidth counts as measured if at least 256 KiB were transferred in at least 100 ms, and
/// the share of failures if there are at least 30 responses. With less, they count as estimates.
///
/// Over HTTP/1, browsers allow six connections to each host. If more images seem to be under way,
/// the recorder has not stated when requests left the browser's queue. Then six connections are
/// assumed, and six times the bandwidth of a single response, both as estimates.
///
/// A median of an even number is the lower of the middle two. A figure that a HAR file does not
/// have is an estimate and says so.
package struct HARNetwork {
  private let requests: [HARRequest]
  private var figures: [DeviceProfile.Figure] = []

  /// Returns the profile, whose name is `measured`.
  package static func profile(of requests: [HARRequest]) -> NetworkProfile {
    var network = HARNetwork(requests)
    return network.profile()
  }

  private init(_ requests: [HARRequest]) {
    let hosts = Set(requests.lazy.filter { $0.kind == .picture }.compactMap(\.host))
    self.requests = requests.filter { request in
      !request.isCached && request.host.map(hosts.contains) ?? false
    }
  }

  private mutating func profile() -> NetworkProfile {
    let roundTrip = roundTrip()
    let latency = latency(without: roundTrip)
    let bandwidth = bandwidth()
    let loss = note("loss", "0 %", 0.0, "estimate: a HAR file does not state retransmissions")
    let connections = connections()
    let timeOut = note(
      "timeOut", "15 s", 15_000.0, "estimate: a HAR file does not state it; that of SDWebImage")
    let failures = failures()
    let order = [
      "latency", "roundTrip", "bandwidth", "loss", "connections", "timeOut", "failures",
    ]
    return NetworkProfile(
      name: "measured", summary: "As measured by \(requests.count) requests of a HAR file.",
      latency: SimTime(milliseconds: latency), roundTrip: SimTime(milliseconds: roundTrip),
      bandwidth: bandwidth, loss: loss, connections: connections,
      timeOut: SimTime(milliseconds: timeOut), failures: failures,
      figures: order.compactMap { name in figures.first { $0.name == name } })
  }

  private mutating func roundTrip() -> Double {
    let trips = requests.compactMap(\.timings.opening).filter { $0 > 0 }
    guard let median = Self.median(trips) else {
      return note(
        "roundTrip", "0 ms", 0,
        "estimate: no connection was opened, so the latency includes the round trip")
    }
    return milliseconds(
      "roundTrip", median, "measured: the median of the opening of \(trips.count) connections")
  }

  private mutating func latency(without roundTrip: Double) -> Double {
    let waits = requests.compactMap(\.timings.wait)
    guard let median = Self.median(waits) else {
      return note("latency", "20 ms", 20, "estimate: no wait is recorded; that of the network wifi")
    }
    return milliseconds(
      "latency", max(0, median - roundTrip),
      "measured: the median of \(waits.count) waits for a first byte, less the round trip")
  }

  private mutating func bandwidth() -> Int64 {
    let transfers = requests.compactMap { request -> (span: ClosedRange<Double>, bytes: Int)? in
      guard let bytes = request.transferred, let receive = request.timings.receive else {
        return nil
      }
      return (request.end - receive...request.end, bytes)
    }
    let bytes = transfers.reduce(0.0) { $0 + Double($1.bytes) }
    if let limit = limitIfQueued {
      let seconds = transfers.reduce(0) { $0 + $1.span.upperBound - $1.span.lowerBound } / 1000
      guard seconds > 0, bytes / seconds >= 1 else { return unknownBandwidth() }
      let rate = Int64(min(1e15, (Double(limit) * bytes / seconds).rounded()))
      return note(
        "bandwidth", "\(rate) B/s", rate,
        "estimate: \(Int(bytes)) bytes in \(Self.text(seconds)) s of \(transfers.count) "
          + "responses, \(limit) at a time, because the file does not state when each began")
    }
    let seconds = Self.union(transfers.map(\.span)) / 1000
    guard seconds > 0, bytes / seconds >= 1 else { return unknownBandwidth() }
    guard seconds >= 0.1, bytes >= 262_144 else {
      return note(
        "bandwidth", "40 Mbit/s", 5_000_000,
        "estimate: \(Int(bytes)) bytes in \(Self.text(seconds)) s are too few to measure (at "
          + "least 256 KiB in 0.1 s); that of the network wifi")
    }
    let rate = Int64(min(1e15, (bytes / seconds).rounded()))
    return note(
      "bandwidth", "\(rate) B/s", rate,
      "measured: \(Int(bytes)) bytes of \(transfers.count) responses in "
        + "\(Self.text(seconds)) s with any data")
  }

  private mutating func unknownBandwidth() -> Int64 {
    note(
      "bandwidth", "40 Mbit/s", 5_000_000,
      "estimate: no time was spent receiving; that of the network wifi")
  }

  private mutating func connections() -> Int {
    if let limit = limitIfQueued {
      return note(
        "connections", "\(limit)", limit,
        "estimate: 6 to each host, as browsers open over HTTP/1; \(mostUnderWay) images "
          + "waited at once, and the file does not state for what")
    }
    guard !pictures.isEmpty else {
      return note(
        "connections", "6", 6,
        "estimate: no image came over the network; 6, as browsers open to a host over HTTP/1")
    }
    let most = min(1024, max(1, mostUnderWay))
    guard !pictures.contains(where: { $0.version == .streams }) else {
      return note(
        "connections", "\(most)", most,
        "estimate: the most images in progress at once, as streams of HTTP/2 or HTTP/3")
    }
    return note(
      "connections", "\(most)", most, "measured: the most images in progress at once")
  }

  /// The number of connections if more images seem to be under way over HTTP/1 than browsers allow.
  ///
  /// Some recorders do not state when a request left the queue.
  private var limitIfQueued: Int? {
    let limit = min(1024, 6 * Set(pictures.compactMap(\.host)).count)
    return pictures.allSatisfy { $0.version == .oneByOne } && mostUnderWay > limit ? limit : nil
  }

  private var pictures: [HARRequest] { requests.filter { $0.kind == .picture } }

  /// The largest number of images under way.
  ///
  /// Starts are exact to the millisecond, so shorter overlaps do not count.
  private var mostUnderWay: Int {
    Self.mostAtOnce(
      pictures.map { request in
        min(request.sent, request.end)...max(request.sent, request.end - 1)
      })
  }

  private mutating func failures() -> Double {
    let answered = requests.filter { $0.status > 0 }
    guard !answered.isEmpty else {
      return note("failures", "0 %", 0, "estimate: no response has a status")
    }
    let gone = answered.count { [404, 410].contains($0.status) }
    let failed = answered.count { $0.status >= 400 } - gone
    let share = Double(failed) / Double(answered.count)
    let percent = Self.text(100 * share)
    let origin =
      answered.count < 30 ? "estimate: fewer than 30 responses give no share; " : "measured: "
    let missing = gone == 0 ? "" : "; \(gone) for no such file (404, 410) apart"
    return note(
      "failures", "\(percent) %", (Double(percent) ?? 0) * 0.01,
      "\(origin)\(failed) of \(answered.count) responses failed\(missing)")
  }

  // MARK: - Figures

  private mutating func milliseconds(_ name: String, _ time: Double, _ source: String) -> Double {
    let text = Self.text(time)
    return note(name, "\(text) ms", Double(text) ?? time, source)
  }

  private mutating func note<Value>(
    _ name: String, _ text: String, _ value: Value, _ source: String
  ) -> Value {
    figures.append(DeviceProfile.Figure(name: name, text: text, source: source))
    return value
  }

  /// Returns a number with at most three decimals.
  private static func text(_ number: Double) -> String {
    Millionths((number * 1000).rounded() / 1000).text
  }

  private static func median(_ numbers: [Double]) -> Double? {
    numbers.isEmpty ? nil : numbers.sorted()[(numbers.count - 1) / 2]
  }

  /// Returns the time that is covered by at least one of some spans.
  private static func union(_ spans: [ClosedRange<Double>]) -> Double {
    var (total, end) = (0.0, -Double.infinity)
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      total += max(0, span.upperBound - max(end, span.lowerBound))
      end = max(end, span.upperBound)
    }
    return total
  }

  /// Returns the largest number of spans with one moment in common; an end and a beginning at the
  /// same moment do not overlap.
  private static func mostAtOnce(_ spans: [ClosedRange<Double>]) -> Int {
    let ends = spans.map { ($0.lowerBound, 1) } + spans.map { ($0.upperBound, -1) }
    var (now, most) = (0, 0)
    for (_, change) in ends.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      now += change
      most = max(most, now)
    }
    return most
  }
}
