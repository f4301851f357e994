import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

/// Profiles that are written by the package and not by people.
@Suite struct DeviceFileWritingTests {
  private func written(_ profile: DeviceProfile) throws -> DeviceProfile {
    let text = DeviceFile.text(
      name: profile.name, summary: profile.summary, figures: profile.figures)
    return try DeviceFile.parse(text, file: "written.yml")
  }

  @Test(arguments: DeviceCatalog.builtIn.entries)
  func `every built-in device reads back unchanged`(profile: DeviceProfile) throws {
    #expect(try written(profile) == profile)
  }

  @Test func `tables, lists and swap read back`() throws {
    let profile = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml")
    #expect(try written(profile) == profile)
  }

  @Test func `a device without background apps writes an empty list`() throws {
    let text = DeviceFileText.replacing(
      """
        backgroundApps:
          - {value: 1 MB, source: estimate}
          - {value: 2 MB, source: estimate}
      """, with: "  backgroundApps: []")
    let profile = try DeviceFile.parse(text, file: "toy.yml")
    #expect(profile.memory.backgroundApps.isEmpty)
    #expect(try written(profile) == profile)
  }

  @Test(arguments: [0, 0.001, 0.045, 0.3333, 2.99])
  func `errors read back`(error: Double) throws {
    var profile = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml")
    profile.figures = profile.figures.map {
      .init(name: $0.name, text: $0.text, source: $0.source, error: error)
    }
    let again = try written(profile)
    #expect(again.figures.allSatisfy { abs(($0.error ?? -1) - error) < 1e-12 })
    #expect(try written(again) == again)
  }

  @Test func `every character of a source reads back`() throws {
    var profile = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml")
    let source = "\"a\": \\n 'b' # {c}, [d]\n%&*!|> \u{7} \u{85} \u{202e}é 日本"
    profile.figures = profile.figures.map { .init(name: $0.name, text: $0.text, source: source) }
    profile.summary = source
    let again = try written(profile)
    #expect(again.summary == source)
    #expect(again.figures.allSatisfy { $0.source == source }, "\(again.figures[0].source)")
  }
}
