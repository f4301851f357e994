import ScrollLayout
import Testing

struct RubberBandTests {
  @Test(arguments: PhysicsFixtures.rubberBands)
  func `content follows the finger as in the table`(_ row: (Double, Double, Double)) {
    let (extent, pull, displacement) = row
    let band = RubberBand(extent: extent)
    #expect(isClose(band.displacement(pull: pull), displacement))
    #expect(isClose(band.displacement(pull: -pull), -displacement))
    #expect(isClose(band.pull(displacement: displacement), pull))
  }

  @Test(arguments: [320.0, 568, 844, 1024])
  func `pull and displacement are inverse`(_ extent: Double) {
    let band = RubberBand(extent: extent)
    for pull in stride(from: -2000.0, through: 2000, by: 37) {
      #expect(isClose(band.pull(displacement: band.displacement(pull: pull)), pull))
    }
  }

  @Test func `the slope is the coefficient at the edge and decreases from there`() {
    let band = RubberBand(extent: 800)
    #expect(band.slope(pull: 0) == 0.55)
    for pull in [1.0, 50, 400, -400] {
      let measured =
        (band.displacement(pull: pull + 1e-4) - band.displacement(pull: pull - 1e-4)) / 2e-4
      #expect(isClose(band.slope(pull: pull), measured, relative: 1e-6))
      #expect(band.slope(pull: pull) < 0.55)
    }
  }

  @Test func `no pull reaches the extent of the view`() {
    let band = RubberBand(extent: 500)
    #expect(band.displacement(pull: 1e9) < 500)
    #expect(band.pull(displacement: 500) == .infinity)
    #expect(band.pull(displacement: -600) == -.infinity)
  }
}
