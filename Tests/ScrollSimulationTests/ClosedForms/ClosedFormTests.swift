import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The queues of the simulation against formulas of queueing theory.
///
/// Decode lanes, flash channel, connections and rate limit serve Poisson requests in whole runs.
/// The mean of twenty runs has a 99 % interval by Student's t, which must contain the formula's
/// value. A correct simulation misses one form in a hundred; the seed is fixed.
struct ClosedFormTests {
  private static let seed: UInt64 = 20_261_129, runs = 20
  /// The 99.5th percentile of Student's t with 19 degrees of freedom.
  private static let reach = 2.8609

  @Test(arguments: ClosedForm.all)
  func `a queue of the simulation agrees with its formula`(form: ClosedForm) {
    let means = (0..<Self.runs).map { run in
      form.measure(form.scroll.run(seed: Self.seed &+ UInt64(run) &* 0x9e37_79b9))
    }
    let count = Double(Self.runs)
    let mean = means.reduce(0, +) / count
    let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let reach = Self.reach * (variance / count).squareRoot()
    let text = """
      \(form.name), seed \(Self.seed): \(Self.round(form.expected)) by formula, \
      \(Self.round(mean - reach))...\(Self.round(mean + reach)) in \(Self.runs) runs
      """
    print(text)
    #expect(abs(mean - form.expected) <= reach, "\(text)")
  }

  private static func round(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// A figure of a queue in the simulation, and its value by a formula.
struct ClosedForm: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: Double
  let scroll: PoissonScroll
  let measure: @Sendable (PoissonRun) -> Double

  var testDescription: String { name }

  static let all = lanes + bounded + flash + network

  private static let lanes: [ClosedForm] = [
    ClosedForm(
      name: "M/D/1 on a lane, mean wait",
      expected: QueueFormulas.meanWait(rate: 0.06, mean: 9.87, square: 9.87 * 9.87),
      scroll: PoissonScroll(rate: 0.06, service: .constant(9.87))
    ) { $0.mean { $0.wait(.decoding) } },
    ClosedForm(
      name: "M/D/1 on a lane, wait of at most one service",
      expected: QueueFormulas.constantWait(within: 9.87, rate: 0.08, service: 9.87),
      scroll: PoissonScroll(rate: 0.08, service: .constant(9.87))
    ) { $0.share { $0.wait(.decoding) <= 9.87 } },
    // P(W > t) = load exp(-(1 - load) t / mean): Kleinrock, 5.10.
    ClosedForm(
      name: "M/M/1 on a lane, wait of over two mean services", expected: 0.7 * exp(-0.6),
      scroll: PoissonScroll(rate: 0.07, service: .exponential(10))
    ) { $0.share { $0.wait(.decoding) > 20 } },
    ClosedForm(
      name: "M/G/1 on a lane with two sizes, mean wait",
      expected: QueueFormulas.meanWait(rate: 0.06, mean: 10, square: 0.75 * 16 + 0.25 * 784),
      scroll: PoissonScroll(rate: 0.06, service: .either(short: 4, share: 0.75, long: 28))
    ) { $0.mean { $0.wait(.decoding) } },
    // E[W] = C mean / (servers - load): Kleinrock, 3.4.
    ClosedForm(
      name: "M/M/2 on lanes, mean wait",
      expected: QueueFormulas.delayProbability(servers: 2, load: 1.4) * 10 / (2 - 1.4),
      scroll: PoissonScroll(rate: 0.14, service: .exponential(10), servers: 2)
    ) { $0.mean { $0.wait(.decoding) } },
    ClosedForm(
      name: "M/M/4 on lanes, wait of over half a mean service",
      expected: QueueFormulas.delayProbability(servers: 4, load: 3) * exp(-(4 - 3) * 0.5),
      scroll: PoissonScroll(rate: 0.3, service: .exponential(10), servers: 4)
    ) { $0.share { $0.wait(.decoding) > 5 } },
    // Little's law: the mean number of busy servers is rate x mean.
    ClosedForm(
      name: "M/M/3 on lanes, busy lanes", expected: 2.1,
      scroll: PoissonScroll(
        rate: 0.21, service: .exponential(10), servers: 3, endsAtOnce: true)
    ) { run in
      run.report.work.laneBusy.reduce(0) { $0 + $1.seconds } / run.report.duration.seconds
    },
    // The last request first: the mean square of first come, first served, 2 load mean^2 /
    // (1 - load)^2, divided by 1 - load (L. Takacs, Operations Research 11(1), 1963).
    ClosedForm(
      name: "M/M/1 on a lane, last come, first served, mean square of the wait",
      expected: 2 * 0.4 * 100 / (0.6 * 0.6 * 0.6),
      scroll: PoissonScroll(
        rate: 0.04, service: .exponential(10), loader: .backgroundDecode.with(\.order, .lifo))
    ) { $0.mean { $0.wait(.decoding) * $0.wait(.decoding) } },
  ]

  /// Items that leave cancel their load: the visible items bound the queue.
  private static let bounded: [ClosedForm] = [
    ClosedForm(
      name: "M/M/1/5 on a lane, share of cancelled loads",
      expected: QueueFormulas.lostShare(servers: 1, limit: 5, load: 0.9),
      scroll: PoissonScroll(
        rate: 0.09, service: .exponential(10), visible: 4, loader: cancelling)
    ) { $0.share(\.isCancelled) },
    ClosedForm(
      name: "M/D/1/4 on a lane, share of cancelled loads",
      expected: QueueFormulas.constantLostShare(limit: 4, load: 0.987),
      scroll: PoissonScroll(rate: 0.1, service: .constant(9.87), visible: 3, loader: cancelling)
    ) { $0.share(\.isCancelled) },
    ClosedForm(
      name: "M/M/2/5 on lanes, share of cancelled loads",
      expected: QueueFormulas.lostShare(servers: 2, limit: 5, load: 1.8),
      scroll: PoissonScroll(
        rate: 0.18, service: .exponential(10), servers: 2, visible: 3, loader: cancelling)
    ) { $0.share(\.isCancelled) },
  ]

  private static let cancelling = Loader.backgroundDecode.with(\.cancelOnLeave, true)

  private static let flash: [ClosedForm] = [
    ClosedForm(
      name: "M/D/1 on the flash channel, mean wait",
      expected: QueueFormulas.meanWait(rate: 0.07, mean: 9.87, square: 9.87 * 9.87),
      scroll: PoissonScroll(station: .flash, rate: 0.07, service: .constant(9.87), servers: 64)
    ) { $0.mean { $0.wait(.reading) } },
    // P(T > t) = exp(-(1 - load) t / mean): Kleinrock, 5.10.
    ClosedForm(
      name: "M/M/1 on the flash channel, over three mean services until the end",
      expected: exp(-0.4 * 3),
      scroll: PoissonScroll(
        station: .flash, rate: 0.06, service: .exponential(10), servers: 64)
    ) { $0.share { $0.sojourn(.reading) > 30 } },
    // Departures are Poisson: P. J. Burke, "The output of a queuing system", Operations Research
    // 4(6), 1956.
    ClosedForm(
      name: "M/M/1 on a lane after the flash channel, mean wait", expected: 0.48 * 8 / 0.52,
      scroll: PoissonScroll(
        station: .flash, rate: 0.06, service: .exponential(10), decode: 8)
    ) { $0.mean { $0.wait(.decoding) - $0.sojourn(.reading) } },
  ]

  private static let network: [ClosedForm] = [
    // A lost try costs a round trip, and TCP's rate with losses is below that of the link: 4000
    // bytes take 5 ms. The number of lost tries is geometric.
    ClosedForm(
      name: "M/G/1 on one connection with losses, mean wait",
      expected: {
        let rate = 1460 / (5 * (2 * 0.2 / 3).squareRoot())
        let mean = 1 + 5 * (1 + 0.25) + 4000 / rate
        return QueueFormulas.meanWait(
          rate: 0.05, mean: mean, square: mean * mean + 25 * 0.2 / (0.8 * 0.8))
      }(),
      scroll: PoissonScroll(
        station: .network, rate: 0.05, service: .constant(0.4), latency: 1, roundTrip: 5,
        loss: 0.2)
    ) { $0.mean { $0.wait(.transferring) } },
    // A shared link takes size / (1 - load) for a size, whatever the distribution: L. Kleinrock,
    // "Time-shared systems: a theoretical treatment", Journal of the ACM 14(2), 1967.
    ClosedForm(
      name: "M/D/1 on a shared link, mean time", expected: 9.87 / (1 - 0.06 * 9.87),
      scroll: PoissonScroll(
        station: .network, rate: 0.06, service: .constant(9.87), servers: 200)
    ) { $0.mean { $0.sojourn(.transferring) } },
    // The mean of an exponential size above two means is three means.
    ClosedForm(
      name: "M/M/1 on a shared link, mean time of large files", expected: 30 / (1 - 0.6),
      scroll: PoissonScroll(
        station: .network, rate: 0.06, service: .exponential(10), servers: 200)
    ) { run in
      let large = run.loads.filter { $0.service > 20 }
      return large.reduce(0) { $0 + $1.sojourn(.transferring) } / Double(large.count)
    },
    // Short files pay in proportion, too.
    ClosedForm(
      name: "M/G/1 on a shared link with two sizes, mean time of small files",
      expected: 4 / (1 - 0.6),
      scroll: PoissonScroll(
        station: .network, rate: 0.06, service: .either(short: 4, share: 0.75, long: 28),
        servers: 200)
    ) { run in
      let small = run.loads.filter { $0.service < 10 }
      return small.reduce(0) { $0 + $1.sojourn(.transferring) } / Double(small.count)
    },
    // The number of transfers is a Poisson variable: Kleinrock, 3.3 and 5.
    ClosedForm(
      name: "M/D/infinity on the network, share of time with a radio that works",
      expected: 1 - exp(-0.05 * 20),
      scroll: PoissonScroll(
        station: .network, rate: 0.05, service: .constant(0), servers: 64, latency: 20,
        endsAtOnce: true)
    ) { $0.report.work.radioActive.seconds / $0.report.duration.seconds },
    // A bucket of three tokens delays a request by the part of the wait of M/D/1 that exceeds two
    // services (J. S. Turner, IEEE Communications Magazine 24(10), 1986).
    ClosedForm(
      name: "M/D/1 on a rate limit with bursts of three, mean wait",
      expected: QueueFormulas.constantWaitExcess(over: 20, rate: 0.08, service: 10),
      scroll: PoissonScroll(
        station: .network, rate: 0.08, service: .constant(0), servers: 64,
        loader: .backgroundDecode.with(\.rateLimit, 100).with(\.rateBurst, 3))
    ) { $0.mean { $0.wait(.transferring) } },
  ]
}
