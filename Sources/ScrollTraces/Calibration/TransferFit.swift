import ScrollCore

/// A formula for the time to move bytes, fitted to repeated times of several amounts.
///
///     milliseconds = latency + bytes / bandwidth
///
/// `RobustFit` fits it to all times at once, so that occasional slow transfers have little weight.
package struct TransferFit: Sendable {
  /// The times of one amount of bytes, in the order of their measurement.
  package struct Amount: Sendable {
    let bytes: Int
    let milliseconds: [Double]

    /// - Parameters:
    ///   - bytes: the number of bytes, above 0.
    ///   - milliseconds: the times, at least one, all above 0.
    package init(bytes: Int, milliseconds: [Double]) {
      self.bytes = bytes
      self.milliseconds = milliseconds
    }
  }

  /// The latency in milliseconds; 0 if it was not requested.
  package let latency: Double
  /// The bandwidth in bytes per second; `nil` if more bytes took no longer.
  package let bandwidth: Double?
  /// The relative standard error of a factor that both terms have in common; `nil` with too few
  /// times.
  package let error: Double?
  /// The robust standard deviation of ln(time / formula).
  package let spread: Double

  /// - Parameters:
  ///   - amounts: the amounts, at least one.
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

  /// Returns the robust standard deviation between the levels of the repetitions.
  ///
  /// The level of a repetition is the median over the amounts of ln(time / median time of the
  /// amount).
  private static func drift(_ amounts: [Amount], _ fit: RobustFit) -> Double {
    let rounds = amounts.map(\.milliseconds.count).min() ?? 0
    guard rounds >= 3 else { return 0 }
    let own = amounts.map(\.milliseconds.median)
    let levels = (0..<rounds).map { round in
      zip(amounts, own).map { log($0.milliseconds[round] / $1) }.median
    }
    // Other work on the machine may have slowed a part of the rounds.
    let middle = levels.median
    return levels.map { $0 - middle }.deviationFromZero
  }
}
