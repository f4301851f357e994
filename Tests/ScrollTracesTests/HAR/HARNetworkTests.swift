import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct HARNetworkTests {
  typealias Request = HARText.Request

  private func network(_ requests: [Request]) throws -> NetworkProfile {
    HARNetwork.profile(
      of: try HARFile.parse(Array(HARText.text(requests).utf8), file: "a.har").requests)
  }

  private func image(_ number: Int, at: Int, size: Int, _ timings: [String: Double]) -> Request {
    Request(url: "https://images.example/\(number).jpg", at: at, size: size, timings: timings)
  }

  @Test func `every figure has the value that its source describes`() throws {
    var requests = [
      image(
        1, at: 0, size: 100_000,
        ["blocked": 2, "dns": 5, "connect": 50, "ssl": 20, "wait": 80, "receive": 100]),
      // From 90 to 150: 14 ms beyond what the first one received.
      image(
        2, at: 20, size: 200_000,
        ["blocked": -1, "connect": 24, "ssl": -1, "wait": 46, "receive": 160]),
      image(3, at: 2000, size: 400_000, ["wait": 70, "receive": 50]),
      Request(
        url: "https://images.example/4.jpg", at: 2010, status: 503, type: "text/plain", size: 0,
        timings: ["wait": 90]),
      Request(
        url: "https://images.example/5.jpg", at: 2010, status: 404, type: "text/plain", size: 0,
        timings: ["wait": 70]),
      // Another host, and a cache: neither counts.
      Request(
        url: "https://api.example/list", at: 0, type: "application/json", size: 1 << 20,
        timings: ["wait": 900, "receive": 1]),
      Request(
        url: "https://images.example/1.jpg", at: 3000, timings: ["wait": 0],
        response: ", \"_transferSize\": 0"),
    ]
    for number in 6...40 {
      requests.append(
        Request(
          url: "https://images.example/\(number)", at: 4000, type: "text/plain", size: 0,
          timings: ["wait": 70]))
    }
    let found = try network(requests)
    // Connections in 30 and 24 ms; waits of 46, 70 (37 times), 80 and 90 ms.
    #expect(found.roundTrip == SimTime(milliseconds: 24))
    #expect(found.latency == SimTime(milliseconds: 46))
    // 700 000 bytes; from 137 to 237, from 90 to 250 and from 2070 to 2120: 210 ms.
    #expect(found.bandwidth == 3_333_333)
    #expect(found.connections == 2)
    #expect(abs(found.failures - 0.025) < 1e-9)
    #expect(
      found.figures.first { $0.name == "failures" }?.source
        == "measured: 1 of 40 responses failed; 1 for no such file (404, 410) apart")
    #expect(found.figures.filter(\.isEstimate).map(\.name) == ["loss", "timeOut"])
    #expect(
      found.figures.filter { $0.source.hasPrefix("measured: ") }.map(\.name) == [
        "latency", "roundTrip", "bandwidth", "connections", "failures",
      ])
  }

  @Test(arguments: [
    (bytes: 262_144, receive: 100.0, isMeasured: true),
    (bytes: 262_143, receive: 100.0, isMeasured: false),
    (bytes: 262_144, receive: 99.0, isMeasured: false),
    (bytes: 900, receive: 0.02, isMeasured: false),
  ])
  func `256 KiB in 100 ms suffice to measure a bandwidth`(
    bytes: Int, receive: Double, isMeasured: Bool
  ) throws {
    let found = try network([image(1, at: 0, size: bytes, ["wait": 40, "receive": receive])])
    #expect(found.figures.first { $0.name == "bandwidth" }?.isEstimate == !isMeasured)
    #expect(found.bandwidth == (isMeasured ? 2_621_440 : 5_000_000))
  }

  @Test(arguments: [29, 30])
  func `thirty answers suffice to measure a share of failures`(count: Int) throws {
    var requests = (0..<count).map { image($0, at: 60 * $0, size: 1000, ["wait": 40]) }
    requests[3].status = 500
    let found = try network(requests)
    let figure = try #require(found.figures.first { $0.name == "failures" })
    #expect(figure.isEstimate == (count < 30))
    #expect(figure.source.hasSuffix("1 of \(count) responses failed"))
  }

  @Test(arguments: [404, 410])
  func `a missing file does not count as a network failure`(status: Int) throws {
    var requests = (0..<111).map { image($0, at: 60 * $0, size: 1000, ["wait": 40]) }
    requests[3].status = status
    #expect(try network(requests).failures == 0)
  }

  @Test func `answers from a cache give no number of connections`() throws {
    let found = try network([
      Request(response: ", \"_transferSize\": 0"),
      Request(url: "https://images.example/2.jpg", response: ", \"_transferSize\": 0"),
    ])
    #expect(found.figures.first { $0.name == "connections" }?.isEstimate == true)
  }

  @Test func `a round trip is the time to connect without encryption`() throws {
    let found = try network([image(1, at: 0, size: 1000, ["connect": 50, "ssl": 20, "wait": 70])])
    #expect(found.roundTrip == SimTime(milliseconds: 30))
    #expect(found.latency == SimTime(milliseconds: 40))
  }

  @Test func `a wait shorter than a round trip leaves a latency of zero`() throws {
    let found = try network([image(1, at: 0, size: 1000, ["connect": 50, "wait": 20])])
    #expect(found.latency == .zero)
  }

  @Test func `a request that begins when another ends needs no second connection`() throws {
    // Ends count a millisecond less, since beginnings are given to the millisecond.
    let found = try network([
      image(1, at: 0, size: 1000, ["wait": 50, "receive": 51]),
      image(2, at: 100, size: 1000, ["wait": 50, "receive": 50]),
    ])
    #expect(found.connections == 1)
  }

  @Test func `a missing figure becomes an estimate`() throws {
    let found = try network([image(1, at: 0, size: 1000, [:])])
    #expect(
      found.figures.filter(\.isEstimate).map(\.name) == [
        "latency", "roundTrip", "bandwidth", "loss", "timeOut", "failures",
      ])
  }

  /// Chromium through Playwright counts the wait for a connection as encryption beside it.
  @Test func `the total time of an entry determines when its answer arrived`() throws {
    var requests = (0..<4).map { number in
      image(number, at: 0, size: 100_000, ["connect": 2, "ssl": 8, "wait": 3, "receive": 40])
    }
    for number in 0..<4 { requests[number].entry = ", \"time\": \(53 + 50 * number)" }
    let found = try network(requests)
    // One after the other, 40 ms each.
    #expect(found.bandwidth == 2_500_000)
    #expect(found.connections == 1)
    #expect(found.roundTrip == SimTime(milliseconds: 2))
  }

  /// Chromium through Playwright does not tell when a request over HTTP/1 left the queue.
  @Test(arguments: [("HTTP/1.1", 6, 600_000), ("", 40, 4_000_000)])
  func `HTTP 1 allows six connections to a host`(
    version: String, connections: Int, rate: Int
  ) throws {
    let found = try network(
      (0..<40).map { number in
        var request = image(number, at: 0, size: 10_000, ["wait": 60, "receive": 100])
        request.response = ", \"httpVersion\": \"\(version)\""
        return request
      })
    #expect(found.connections == connections)
    #expect(found.bandwidth == rate)
    for name in ["connections", "bandwidth"] {
      #expect(
        found.figures.first { $0.name == name }?.isEstimate == (version == "HTTP/1.1"), "\(name)")
    }
  }

  @Test(arguments: ["h2", "HTTP/2.0", "http/2", "h3", "h3-29", "HTTP/3"])
  func `streams of one connection give an estimate of connections`(version: String) throws {
    let found = try network(
      (0..<40).map { number in
        var request = image(number, at: 0, size: 10_000, ["wait": 60, "receive": 100])
        request.response = ", \"httpVersion\": \"\(version)\""
        return request
      })
    #expect(found.connections == 40)
    #expect(found.figures.first { $0.name == "connections" }?.isEstimate == true)
  }

  @Test func `the text of a profile reads back`() throws {
    var requests: [Request] = []
    for number in 0..<300 {
      requests.append(
        image(
          number, at: number * 7, size: 1000 + number,
          [
            "connect": 20.125 + Double(number % 7) / 3, "wait": 60 + Double(number % 11),
            "receive": 3.3,
          ]))
      if number % 90 == 1 { requests[number].status = 500 }
    }
    let profile = try network(requests)
    let again = try NetworkFile.parse(NetworkFile.text(of: profile), file: "measured.yml")
    #expect(again == profile)
  }

  /// Six connections that share a line evenly: the figures that made the times come out again.
  @Test(arguments: [250_000.0, 1_500_000])
  func `the import recovers a known network`(rate: Double) throws {
    let (trip, latency, bytes) = (30.0, 45.0, 40_000.0)
    var requests: [Request] = []
    for wave in 0..<20 {
      // Six at a time: each gets a sixth of the line.
      let receive = 6 * bytes / rate * 1000
      for lane in 0..<6 {
        var timings = ["wait": trip + latency, "receive": receive]
        if wave == 0 { timings["connect"] = trip }
        requests.append(image(6 * wave + lane, at: wave * 2000, size: Int(bytes), timings))
      }
    }
    let found = try network(requests)
    #expect(found.roundTrip == SimTime(milliseconds: trip))
    #expect(found.latency == SimTime(milliseconds: latency))
    #expect(abs(Double(found.bandwidth) - rate) <= 1)
    #expect(found.connections == 6)
    #expect(found.failures == 0)
  }
}
