import Foundation
import Testing

/// Tests of the error bands that `doctor` prints with its figures.
@Suite struct DoctorBandTests {
  private static let run = ["Traces/photo-grid.scroll", "--budget", "32MiB"]

  @Test func `the stall is within its band, whose digits match its width`() throws {
    let arguments = ["doctor"] + Self.run + ["--device", "iphone-5"]
    let outcome = try Scrollsim.run(arguments + ["--format", "json"], in: PackageRoot.url)
    let document = try JSONText.object(outcome.output)
    let stall = try #require(document.number("stallSeconds"))
    let band = document.object("band")
    let (low, high) = (
      try #require(band.number("stallSecondsLow")), try #require(band.number("stallSecondsHigh"))
    )
    #expect(low < stall && stall < high)
    #expect(band["draws"] as? Int == 64 && band["killedInDraws"] as? Int == 0)
    let text = try Scrollsim.run(arguments, in: PackageRoot.url).text
    #expect(
      text.contains(
        "In 90 % of 64 repetitions with figures drawn within these errors, the stall is "
          + "\(Int(low.rounded())) to "), "\(text)")
  }

  @Test func `stalls in the sentence have only the decimals that the band supports`() throws {
    let outcome = try Scrollsim.run(
      ["doctor"] + Self.run + ["--device", "iphone-5", "--format", "json"], in: PackageRoot.url)
    let document = try JSONText.object(outcome.output)
    let band = document.object("band")
    let width =
      try #require(band.number("stallSecondsHigh")) - #require(band.number("stallSecondsLow"))
    let sentence = try #require(document["sentence"] as? String)
    let stalls = sentence.matches(of: /([0-9]+)(\.[0-9]+)?(?= s of stall| s remain)/)
    #expect(!stalls.isEmpty, "\(sentence)")
    for stall in stalls {
      let decimals = max(0, (stall.output.2?.count ?? 0) - 1)
      // A tenth of the last one would still be coarser than a quarter of the band.
      #expect(
        decimals == 0 || 10 * pow(0.1, Double(decimals)) > width / 4,
        "\(stall.output.0) of \(sentence), whose band is \(width) wide")
    }
  }

  @Test func `a device without errors in its figures has no band`() throws {
    let folder = try TemporaryFolder.withTraces()
    let file = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/ScrollTraces/Devices/iphone-5.yml"),
      encoding: .utf8)
    try folder.write(file.replacing("estimate", with: "measured"), to: "sure.yml")
    let outcome = try Scrollsim.run(
      ["doctor"] + Self.run + ["--device", "sure.yml"], in: folder.url)
    #expect(outcome.status == 0 && !outcome.text.contains("repetitions"), "\(outcome.text)")
  }
}
