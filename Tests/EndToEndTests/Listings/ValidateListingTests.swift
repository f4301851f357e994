import Foundation
import Testing

/// `list devices --validate` and `list networks --validate`.
@Suite struct ValidateListingTests {
  /// The whole folder of profiles that the command comes with.
  private func committed(_ folder: String) throws -> [String] {
    let path = "Sources/ScrollTraces/\(folder)"
    return try FileManager.default.contentsOfDirectory(
      atPath: PackageRoot.url.appendingPathComponent(path).path
    ).sorted().map { "\(path)/\($0)" }
  }

  @Test(arguments: [("devices", "Devices", 21), ("networks", "Networks", 12)])
  func `every committed profile is valid and listed`(
    command: String, folder: String, count: Int
  ) throws {
    let files = try committed(folder)
    #expect(files.count == count)
    let outcome = try Scrollsim.run(["list", command, "--validate"] + files)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.count == count)
    for (file, line) in zip(files, outcome.lines) {
      #expect(line.hasPrefix("\(file): OK ("), "\(line)")
    }
    let listed = try JSONText.array(Scrollsim.run(["list", command, "--format", "json"]).output)
    #expect(listed.count == count)
  }

  @Test func `the verdict on a valid file counts its estimates`() throws {
    let outcome = try Scrollsim.run([
      "list", "networks", "--validate", "Sources/ScrollTraces/Networks/mobile-3g.yml",
    ])
    #expect(
      outcome.text == "Sources/ScrollTraces/Networks/mobile-3g.yml: OK "
        + "(network 3g, 7 figures, 3 of them estimates)\n")
  }

  @Test func `the verdict in JSON contains its numbers`() throws {
    let outcome = try Scrollsim.run([
      "list", "devices", "--validate", "Sources/ScrollTraces/Devices/iphone-5.yml", "--format",
      "json",
    ])
    let verdict = try #require(JSONText.array(outcome.output).first)
    #expect(verdict["path"] as? String == "Sources/ScrollTraces/Devices/iphone-5.yml")
    #expect(verdict["name"] as? String == "iphone-5")
    #expect((verdict.number("figures") ?? 0) > (verdict.number("estimates") ?? 99))
  }

  static let refusals = [
    Refusal(
      "a file of devices that is missing", "list devices --validate good.yml none.yml", 66,
      says: "'none.yml'", "expected a device file"),
    Refusal(
      "a file of networks that is missing", "list networks --validate none.yml", 66,
      says: "'none.yml'", "expected a network file"),
    Refusal("a folder", "list devices --validate Traces", 66, says: "'Traces' is a directory"),
    Refusal(
      "a device where a network is expected", "list networks --validate good.yml", 65,
      says: "good.yml:8: a network has no field 'screen'"),
    Refusal(
      "a wrong unit", "list devices --validate good.yml unit.yml", 65,
      says: "unit.yml:", "flash.writeBandwidth is '57 MB'", "expected bytes per second"),
    Refusal(
      "a field that is missing", "list devices --validate field.yml", 65,
      says: "field.yml:", "mainThread.cellWork is missing"),
    Refusal(
      "no file", "list devices --validate", 64, says: "--validate"),
    Refusal(
      "a name as well", "list networks wifi --validate good.yml", 64, says: "'wifi'", "--validate"),
    Refusal(
      "a file that cannot be run on", "run Traces/photo-grid.scroll --device unit.yml", 65,
      says: "unit.yml:", "flash.writeBandwidth"),
  ]

  @Test(arguments: refusals)
  func `an invalid profile is an error with its status`(refusal: Refusal) throws {
    let folder = try TemporaryFolder.withTraces()
    let device = try String(
      contentsOf: PackageRoot.url.appendingPathComponent(
        "Sources/ScrollTraces/Devices/iphone-5.yml"), encoding: .utf8)
    try folder.write(device, to: "good.yml")
    try folder.write(device.replacing("value: 57 MB/s", with: "value: 57 MB"), to: "unit.yml")
    try folder.write(device.replacing("  cellWork:", with: "  #"), to: "field.yml")
    try refusal.check(in: folder)
  }

  @Test func `a run accepts a custom profile`() throws {
    let folder = try TemporaryFolder.withTraces()
    let device = try String(
      contentsOf: PackageRoot.url.appendingPathComponent(
        "Sources/ScrollTraces/Devices/iphone-5.yml"), encoding: .utf8)
    try folder.write(device.replacing("name: iphone-5", with: "name: mine"), to: "mine.yml")
    let outcome = try Scrollsim.run(
      ["run", "Traces/recorded/slow-reading.scroll", "--device", "mine.yml"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("mine ("))
  }
}
