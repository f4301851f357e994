import ScrollCore
import Testing

struct ScreenDistanceTests {
  @Test(
    arguments: [
      ("1", .screens(1)), ("0.5", .screens(0.5)), ("300pt", .points(300)),
      ("45.5pt", .points(45.5)),
      ("3e2pt", .points(300)), ("0pt", .points(0)), ("pt", nil), ("", nil), ("3px", nil),
      ("300 pt", nil), ("0x10pt", nil), ("infpt", nil), ("pt300", nil), ("300ptpt", nil),
    ] as [(String, ScreenDistance?)])
  func `the parser reads a distance in screens or points`(text: String, distance: ScreenDistance?) {
    #expect(ScreenDistance(text) == distance)
  }

  @Test func `a printed distance reads back unchanged`() {
    for distance in [.screens(2), .points(300), .screens(0.25), .points(1.5)] as [ScreenDistance] {
      #expect(ScreenDistance("\(distance)") == distance)
    }
    #expect("\(ScreenDistance.points(300))" == "300pt" && "\(ScreenDistance.screens(2))" == "2")
  }

  @Test func `screens depend on the viewport, points do not`() {
    #expect(ScreenDistance.screens(1.5).points(extent: 600) == 900)
    #expect(ScreenDistance.points(300).points(extent: 600) == 300)
    #expect(ScreenDistance.points(300).screens(extent: 600) == 0.5)
  }

  @Test(arguments: ["101", "-1pt", "100001pt", "300px", "-0.5"])
  func `a distance out of range is an error with a message`(text: String) {
    let settings = [Setting("ahead", .distance(0...100), standard: "1", "Screens ahead.")]
    let error = #expect(throws: SettingError.self) {
      try SettingValues([(name: "ahead", value: text)], for: settings, of: "ring")
    }
    #expect(
      error?.description == "setting 'ahead' of 'ring' is '\(text)'; expected screens from 0 to "
        + "100, or points from 0pt to 100000pt")
  }
}
