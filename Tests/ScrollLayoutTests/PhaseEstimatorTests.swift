import ScrollCore
import ScrollLayout
import Testing

struct PhaseEstimatorTests {
  static let letters: [Character: ScrollPhase] = ["i": .idle, "t": .tracking, "d": .decelerating]

  /// Samples every 50 ms: offsets as digits, touches as crosses, phases as letters.
  @Test(arguments: [
    ("000000", "......", "iiiiii"),
    ("012345", "......", "iddddd"),
    ("001111111", ".........", "iidddiiii"),
    ("001111111", ".xx......", "ittddiiii"),
    ("000000000", "..xxx....", "iitttiiii"),
    ("010000000", ".........", "iddddiiii"),
    ("", "", ""),
  ])
  func `phases follow touches and movement`(
    _ offsets: String, _ touches: String, _ phases: String
  ) {
    let estimated = PhaseEstimator().phases(
      times: offsets.enumerated().map {
        SimTime(milliseconds: 50 * Double($0.offset))
      },
      offsets: offsets.compactMap { $0.wholeNumberValue }.map(Double.init),
      touches: touches.map { $0 == "x" })
    #expect(estimated == phases.compactMap { Self.letters[$0] })
  }

  @Test func `a parameter sets how long a movement counts`() {
    let times = (0..<8).map { SimTime(milliseconds: 50 * Double($0)) }
    let estimator = PhaseEstimator(memory: SimTime(milliseconds: 200))
    let phases = estimator.phases(times: times, offsets: [0, 1, 1, 1, 1, 1, 1, 1])
    #expect(phases.map { $0 == .decelerating } == [0, 1, 1, 1, 1, 1, 0, 0].map { $0 == 1 })
  }
}
