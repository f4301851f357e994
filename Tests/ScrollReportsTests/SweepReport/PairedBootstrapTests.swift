import ScrollCore
import ScrollPages
import ScrollReports
import Testing

@Suite struct PairedBootstrapTests {
  @Test func `five differences are too few, six are enough`() {
    #expect(PairedBootstrap.interval([1, 2, 3, 4, 5]) == nil)
    #expect(PairedBootstrap.interval([1, 2, 3, 4, 5, 6]) != nil)
  }

  @Test func `differences that are all the same have an interval without width`() {
    #expect(PairedBootstrap.interval([0.25, 0.25, 0.25, 0.25, 0.25, 0.25]) == 0.25...0.25)
  }

  @Test func `the interval of the opposite is the mirror image`() throws {
    let values = [0.3, -0.1, 0.7, 0.2, 0.9, -0.4, 0.05]
    let interval = try #require(PairedBootstrap.interval(values))
    let mirrored = try #require(PairedBootstrap.interval(values.map { -$0 }))
    #expect(abs(interval.lowerBound + mirrored.upperBound) < 1e-12)
    #expect(abs(interval.upperBound + mirrored.lowerBound) < 1e-12)
  }

  /// The distribution that the draws approximate has 6^6 means, few enough to write down.
  @Test func `the ends are those of all 46 656 means of six values`() throws {
    let values = [0.3, -0.1, 0.7, 0.2, 0.9, -0.4]
    var means: [Double] = []
    for code in 0..<46_656 {
      var (rest, sum) = (code, 0.0)
      for _ in 0..<6 {
        sum += values[rest % 6]
        rest /= 6
      }
      means.append(sum / 6)
    }
    means.sort()
    let tail = StudentQuantile.expandedTail(count: 6)
    let cut = Int(tail * Double(means.count))
    let interval = try #require(PairedBootstrap.interval(values))
    #expect(abs(interval.lowerBound - means[cut]) < 0.06, "\(interval), \(means[cut])")
    #expect(
      abs(interval.upperBound - means[means.count - 1 - cut]) < 0.06,
      "\(interval), \(means[means.count - 1 - cut])")
  }

  @Test func `about 95 of 100 intervals hold the mean that the values were drawn around`() {
    var random = SeededRandom(seed: 11)
    var held = 0
    for _ in 0..<400 {
      // Sums of uniform numbers: nearly normal, mean 0.
      let values = (0..<8).map { _ in (0..<12).reduce(-6.0) { sum, _ in sum + random.unit() } }
      if let interval = PairedBootstrap.interval(values), interval.contains(0) { held += 1 }
    }
    #expect((368...396).contains(held), "\(held) of 400, seed 11")
  }

  @Test(arguments: [(5, 2.5706), (9, 2.2622), (19, 2.0930), (29, 2.0452)])
  func `Student's quantiles are those of the tables`(degrees: Int, value: Double) {
    #expect(abs(StudentQuantile.value(degrees: degrees) / value - 1) < 0.002)
  }
}
