import ScrollCore

/// The learning rate of `cacheus`; `request` changes it after every C requests.
struct CacheusRateReference {
  private(set) var value: Double
  private let first: Double?
  /// All rates so far, one per period, and the hit rates.
  private var rates: [Double] = [0], hitRates: [Double] = [0]
  private var costs: [Int] = []
  private var inPeriod = 0
  private var falls = 0, pauses = 0
  var hits = 0

  init(first: Double?) {
    self.first = first
    value = first ?? 1
  }

  mutating func request(_ cost: Int, _ capacity: Int, _ random: inout SeededRandom) {
    costs.append(cost)
    inPeriod += 1
    let mean = costs.reduce(0.0) { $0 + Double($1) } / Double(costs.count)
    let items = max(1, Double(capacity) / max(mean, 1e-9))
    if hitRates.count == 1 {
      value = first ?? min(1, (2 * log(2) / items).squareRoot())
      rates = [0, value]
    }
    guard Double(inPeriod) >= items else { return }
    func thousandths(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }
    let hitRate = thousandths(Double(hits) / Double(inPeriod))
    let gain = thousandths(hitRate - hitRates[hitRates.count - 1])
    let change = thousandths(rates[rates.count - 1]) - thousandths(rates[rates.count - 2])
    if change != 0, gain != 0 {
      let step = abs(value * change)
      value = (change > 0) == (gain > 0) ? min(1, value + step) : max(0.001, value - step)
      (falls, pauses) = (0, 0)
    } else {
      if gain < 0 { falls += 1 }
      if gain < 0 || (gain == 0 && hitRate == 0) { pauses += 1 }
      if pauses >= 10 {
        (value, pauses) = (max(0.001, rates[1]), 0)
      } else if gain < 0, falls >= 10 {
        (value, falls) = (max(0.001, rates[1]), 0)
      } else if gain < 0 {
        value = nudged(&random)
      }
    }
    rates.append(value)
    hitRates.append(hitRate)
    (inPeriod, hits) = (0, 0)
  }

  private func nudged(_ random: inout SeededRandom) -> Double {
    if value >= 1 { return 0.9 }
    if value <= 0.001 { return 0.005 }
    return random.unit() < 0.5 ? min(1, value * 1.25) : max(0.001, value * 0.75)
  }
}
