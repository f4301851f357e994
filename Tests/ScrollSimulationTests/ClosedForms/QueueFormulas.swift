import ScrollCore

/// Formulas of queueing theory for Poisson requests; times are in milliseconds.
///
/// The sources are L. Kleinrock, Queueing Systems I, Wiley 1975; D. Gross and C. M. Harris,
/// Fundamentals of Queueing Theory, Wiley 1985; and the papers at the formulas.
enum QueueFormulas {
  /// The mean wait for one server, by Pollaczek and Khinchine (Kleinrock, 5.68).
  ///
  /// - Parameters:
  ///   - rate: The requests per millisecond.
  ///   - mean: The mean service.
  ///   - square: The mean of the squared service.
  /// - Returns: The mean wait.
  static func meanWait(rate: Double, mean: Double, square: Double) -> Double {
    rate * square / (2 * (1 - rate * mean))
  }

  /// Returns the probability that a constant service starts within a time, for one server.
  ///
  /// C. D. Crommelin, "Delay probability formulae", Post Office Electrical Engineers' Journal 26,
  /// 1934; Gross and Harris, 5.1.
  static func constantWait(within time: Double, rate: Double, service: Double) -> Double {
    let load = rate * service
    var (sum, factorial) = (0.0, 1.0)
    for finished in 0...Int(time / service) {
      if finished > 0 { factorial *= Double(finished) }
      let rest = rate * (time - Double(finished) * service)
      sum += Self.power(-rest, finished) / factorial * exp(rest)
    }
    return (1 - load) * sum
  }

  /// Returns the mean excess of a constant service's wait over a time, by Simpson's rule.
  static func constantWaitExcess(over time: Double, rate: Double, service: Double) -> Double {
    let (steps, end) = (2000, time + 20 * service)
    let step = (end - time) / Double(steps)
    let sum = (0...steps).reduce(0.0) { sum, index in
      let weight: Double = index == 0 || index == steps ? 1 : index % 2 == 1 ? 4 : 2
      let wait = constantWait(
        within: time + Double(index) * step, rate: rate, service: service)
      return sum + weight * (1 - wait)
    }
    return sum * step / 3
  }

  /// The probability that a request waits for one of several exponential servers.
  ///
  /// A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in
  /// automatic telephone exchanges", 1917; Kleinrock, 3.4.
  /// - Parameters:
  ///   - servers: The number of servers.
  ///   - load: The requests per mean service.
  /// - Returns: The probability.
  static func delayProbability(servers: Int, load: Double) -> Double {
    var (term, sum) = (1.0, 0.0)
    for busy in 0..<servers {
      sum += term
      term *= load / Double(busy + 1)
    }
    let delayed = term / (1 - load / Double(servers))
    return delayed / (sum + delayed)
  }

  /// The share of lost requests for exponential servers with a bounded queue (Gross and Harris,
  /// 2.4).
  ///
  /// - Parameters:
  ///   - servers: The number of servers.
  ///   - limit: The greatest number of requests in service and in the queue.
  ///   - load: The requests per mean service.
  /// - Returns: The share.
  static func lostShare(servers: Int, limit: Int, load: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for present in 1...limit {
      term *= load / Double(min(present, servers))
      sum += term
    }
    return term / sum
  }

  /// Returns the share of lost requests for one constant server with a bounded queue.
  ///
  /// The states at departures are a Markov chain (Gross and Harris, 5.1.8; R. B. Cooper,
  /// Introduction to Queueing Theory, North Holland 1981, 5.7).
  static func constantLostShare(limit: Int, load: Double) -> Double {
    var arrivals = [exp(-load)]
    for count in 1..<limit { arrivals.append(arrivals[count - 1] * load / Double(count)) }
    var states = [1.0]
    for state in 0..<(limit - 1) {
      var next = states[state] - states[0] * arrivals[state]
      for earlier in stride(from: 1, through: state, by: 1) {
        next -= states[earlier] * arrivals[state - earlier + 1]
      }
      states.append(next / arrivals[0])
    }
    return 1 - 1 / (states[0] / states.reduce(0, +) + load)
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { power, _ in power * base }
  }
}
