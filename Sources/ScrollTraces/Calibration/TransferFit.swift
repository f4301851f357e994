import ScrollCore

/// How long it takes to move bytes, from repeated times of several amounts.
///
///     milliseconds = latency + bytes / bandwidth
///
/// Fitted to all times at once by `RobustFit`: what is slow now and then counts for little.
package struct TransferFit: Sendable {
  /// Times of one amount of bytes, in the order in which they were taken.
  package struct Amount: Sendable {
    package let bytes: Int
    package let milliseconds: [Double]

    /// - Parameters:
    ///   - bytes: above 0.
    ///   - milliseconds: at least one, all above 0.
    package init(bytes: Int, milliseconds: [Double]) {
      self.bytes = bytes
      self.milliseconds = milliseconds
    }
  }

  /// In milliseconds; 0 where it was not asked for.
  package let latency: Double
  /// Bytes per second; nil where more bytes took no longer.
  package let bandwidth: Double?
  /// One standard error of both together, relative to them; nil where the times are too few.
  package let error: Double?
  /// The robust standard deviation of ln(time / formula).
  package let spread: Double

  /// - Parameters:
  ///   - amounts: at least one.
  ///   - hasLatency: whether there is a time that does not depend on the bytes.
  package init(_ amounts: [Amount], hasLatency: Bool) {
    var rows: [[Double]] = []
    var times: [Double] = []
    for amount in amounts {
      let megabytes = Double(amount.bytes) / 1e6
      for time in amount.milliseconds {
        rows.append(hasLatency ? [1, megabytes] : [megabytes])
        times.append(time)
      }
    }
    let fit = RobustFit(rows, to: times)
    latency = hasLatency ? fit.coefficients[0] : 0
    let perMegabyte = fit.coefficients[fit.coefficients.count - 1]
    bandwidth = perMegabyte > 0 ? 1e9 / perMegabyte : nil
    spread = fit.scale
    error = fit.error.map { [drift = Self.drift(amounts, fit)] error in
      (error * error + drift * drift).squareRoot()
    }
  }

  /// The standard deviation of the levels of the repetitions, each the median over the amounts.
  private static func drift(_ amounts: [Amount], _ fit: RobustFit) -> Double {
    let rounds = amounts.map(\.milliseconds.count).min() ?? 0
    guard rounds >= 3 else { return 0 }
    let own = amounts.map(\.milliseconds.median)
    let levels = (0..<rounds).map { round in
      zip(amounts, own).map { log($0.milliseconds[round] / $1) }.median
    }
    // A part of the rounds may have met something else on the machine.
    let middle = levels.median
    return levels.map { $0 - middle }.deviationFromZero
  }
}
