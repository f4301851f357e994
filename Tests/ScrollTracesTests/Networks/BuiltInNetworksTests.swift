import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct BuiltInNetworksTests {
  private func network(_ name: String) throws -> NetworkProfile {
    try NetworkCatalog.builtIn.choose(name).entry
  }

  @Test func `the catalog lists the built-in networks by name`() {
    #expect(
      NetworkCatalog.builtIn.entries.map(\.name) == [
        "edge", "3g", "3g-lossy", "dsl", "lte", "5g", "wifi", "wifi-ac", "high-latency-dns",
        "very-bad-network", "total-loss", "ideal",
      ])
  }

  @Test func `every figure states its source`() {
    for network in NetworkCatalog.builtIn.entries {
      #expect(network.figures.count == 7, "\(network.name)")
      for figure in network.figures {
        #expect(figure.source.count > 15, "\(network.name) \(figure.name): \(figure.source)")
      }
    }
  }

  @Test(arguments: [
    ("edge", 240, 840, 0.0), ("3g", 780, 200, 0), ("3g-lossy", 780, 200, 0.01),
    ("dsl", 2000, 10, 0), ("lte", 50_000, 115, 0), ("wifi", 40_000, 2, 0),
    ("wifi-ac", 250_000, 2, 0), ("very-bad-network", 1000, 1000, 0.1),
    ("total-loss", 40_000, 2, 1),
  ])
  func `a preset has its figures`(
    name: String, kilobits: Int, roundTrip: Double, loss: Double
  ) throws {
    let network = try network(name)
    #expect(network.bandwidth == kilobits * 125)
    #expect(network.roundTrip == SimTime(milliseconds: roundTrip))
    #expect(network.loss == loss)
  }

  @Test func `an unconfirmed figure is marked as an estimate`() throws {
    func isEstimate(_ name: String, _ figure: String) throws -> Bool {
      try #require(try network(name).figures.first { $0.name == figure }).isEstimate
    }
    for name in ["edge", "3g", "3g-lossy"] { #expect(try !isEstimate(name, "bandwidth")) }
    for name in ["dsl", "lte", "5g", "wifi", "wifi-ac", "very-bad-network"] {
      #expect(try isEstimate(name, "bandwidth"), "\(name)")
    }
    #expect(try isEstimate("very-bad-network", "loss"))
  }

  @Test func `loss limits 3G more than its bandwidth does`() throws {
    let rate = try #require(try network("3g-lossy").greatestRate)
    // 1460 B / (0.2 s * sqrt(0.02 / 3)).
    #expect(abs(Double(rate) - 89_406) < 2)
    #expect(try rate < network("3g").bandwidth)
    #expect(try network("ideal").greatestRate == nil)
  }

  @Test func `a name look-up waits three seconds, and an ideal network does not wait`() throws {
    #expect(try network("high-latency-dns").latency == SimTime(seconds: 3))
    #expect(try network("ideal").latency == .zero)
    #expect(try network("ideal").roundTrip == .zero)
  }
}
