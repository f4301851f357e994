import Foundation
import ScrollPages
import Testing

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

@Suite struct PaletteTests {
  static let themes = [("light", Palette.light), ("dark", Palette.dark)]

  @Test(arguments: themes)
  func `text and series contrast with the background`(name: String, theme: Palette.Theme) {
    for color in [theme.ink, theme.faint] + theme.series {
      let contrast = ColorVision.contrast(color, theme.background)
      #expect(contrast >= 4.5, "\(name): \(color) has \(contrast):1")
    }
    #expect(ColorVision.contrast(theme.muted, theme.background) >= 3, "\(name)")
  }

  @Test(arguments: themes)
  func `series differ with every kind of color blindness`(name: String, theme: Palette.Theme) {
    for (index, color) in theme.series.enumerated() {
      for other in theme.series[..<index] {
        let distance = ColorVision.distance(color, other)
        #expect(distance >= 0.088, "\(name): \(color) and \(other) are \(distance) apart")
      }
    }
  }

  @Test(arguments: themes)
  func `states stay distinct from each other and from other colors`(
    name: String, theme: Palette.Theme
  ) {
    let states = theme.states.named
    for (index, state) in states.enumerated() {
      func check(_ others: [String], _ least: Double) {
        for other in others {
          let distance = ColorVision.distance(state.color, other)
          #expect(distance >= least, "\(name): \(state.name) and \(other) are \(distance) apart")
        }
      }
      check(states[..<index].map(\.color), 0.088)
      check(theme.series, 0.06)
      check(theme.steps, 0.045)
      check([theme.muted, theme.background, theme.grid], 0.045)
    }
  }

  @Test(arguments: themes)
  func `a worse state has more contrast`(name: String, theme: Palette.Theme) {
    let states = theme.states
    func contrast(_ color: String) -> Double { ColorVision.contrast(color, theme.background) }
    for color in [states.missing, states.loading, states.shown] {
      #expect(contrast(color) >= 3, "\(name): \(color) has \(contrast(color)):1")
    }
    #expect(contrast(states.missing) > contrast(states.shown), "\(name)")
    #expect(contrast(states.shown) > contrast(states.kept), "\(name)")
  }

  @Test(arguments: themes)
  func `steps are ordered by brightness, and the text on them is legible`(
    name: String, theme: Palette.Theme
  ) {
    #expect(theme.steps.count == theme.onSteps.count)
    for (step, ink) in zip(theme.steps, theme.onSteps) {
      let contrast = ColorVision.contrast(step, ink)
      #expect(contrast >= 4.5, "\(name): \(ink) on \(step) has \(contrast):1")
    }
    let fromBackground = theme.steps.map { ColorVision.contrast($0, theme.background) }
    #expect(fromBackground == fromBackground.sorted(), "\(name): \(fromBackground)")
  }
}
