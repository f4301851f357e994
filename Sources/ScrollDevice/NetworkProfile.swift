public import ScrollCore

/// A network as an app sees it: the duration of requests, their losses, and their failures.
///
/// A request's first byte arrives after `latency` plus one round trip, plus another round trip for
/// every try that is lost. Then its bytes arrive at an equal share of the bandwidth; with loss, at
/// most at the rate that TCP reaches (`greatestRate`). Every figure states its source, or
/// `estimate`. Profiles are read from data files.
public struct NetworkProfile: Sendable, Equatable {
  public var name: String
  public var summary: String
  /// The time of a request besides the round trip: for the name look-up, the radio's wake-up and
  /// the server's processing.
  public var latency: SimTime
  public var roundTrip: SimTime
  /// The bytes per second to the device, shared by all transfers.
  public var bandwidth: Int64
  /// The probability that a try of a request, or a packet of a transfer, is lost.
  public var loss: Double
  /// The greatest number of simultaneous transfers; further ones wait in a queue.
  public var connections: Int
  /// The time that a request waits for its first byte before it fails.
  public var timeOut: SimTime
  /// The probability that a request is answered with an error instead of an image.
  public var failures: Double
  /// The figures above as text with their sources, in the order of the file.
  public var figures: [DeviceProfile.Figure]

  /// Creates a network.
  /// - Precondition: bandwidth and connections are positive, probabilities from 0 to 1.
  public init(
    name: String, summary: String, latency: SimTime, roundTrip: SimTime, bandwidth: Int64,
    loss: Double = 0, connections: Int = 6, timeOut: SimTime = SimTime(seconds: 15),
    failures: Double = 0, figures: [DeviceProfile.Figure] = []
  ) {
    precondition(bandwidth > 0 && connections > 0, "'\(name)' carries nothing")
    precondition(0...1 ~= loss && 0...1 ~= failures, "'\(name)': no probability")
    self.name = name
    self.summary = summary
    self.latency = latency
    self.roundTrip = roundTrip
    self.bandwidth = bandwidth
    self.loss = loss
    self.connections = connections
    self.timeOut = timeOut
    self.failures = failures
    self.figures = figures
  }

  /// The greatest bytes per second of one transfer with loss; `nil` without loss.
  ///
  /// `1460 B / (round trip * sqrt(2 * loss / 3))`: M. Mathis, J. Semke, J. Mahdavi, T. Ott,
  /// "The macroscopic behavior of the TCP congestion avoidance algorithm", ACM SIGCOMM CCR
  /// 27(3), 1997, doi:10.1145/263932.264023, with one acknowledgement per packet. At least 1.
  public var greatestRate: Int64? {
    guard loss > 0, roundTrip > .zero else { return nil }
    return max(1, Int64(1460 / (roundTrip.seconds * (2 * loss / 3).squareRoot())))
  }
}

extension NetworkProfile: CatalogEntry {
  public static var kind: String { "network" }
}
