import Foundation
import Testing

/// Tests of the names of levers, and of the commands that doctor prints for them.
@Suite struct LeverOptionTests {
  /// The patterns of lever names, and the options that their commands contain; `$` is the text that
  /// the pattern captures.
  private static let meanings = [
    (words: "^thumbnails of ([0-9]+) px", option: "side=$"),
    (words: "^images as ([a-z]+) of .*equal quality", option: "format=$,quality=same"),
    (words: "^images as ([a-z]+) of (?!.*equal quality).* dB instead of ", option: "format=$"),
    (words: "^policy (.+)$", option: "--policy $"),
    (words: "^(four times) the budget$", option: "--budget 128MiB"),
    (words: "^(twice) the budget$", option: "--budget 64MiB"),
    (words: "^prefetching (1) screen ahead$", option: "--prefetch ring"),
    (words: "^prefetching ([024.][0-9.]*) screens? ahead$", option: "ring:ahead=$"),
    (words: "^load the (newest) request first$", option: "order=lifo"),
    (words: "^([0-9]+) connections instead of 6$", option: "connections=$"),
    (words: "^([0-9]+) decode lane instead of 2$", option: "lanes=$"),
    (words: "^(no) limit on downloads per second$", option: "rateLimit=0"),
    (words: "^decoding at (view) size$", option: "decode=redraw-view-size"),
  ]

  @Test func `the command of a lever matches its name`() throws {
    let outcome = try Scrollsim.run(
      [
        "doctor", "Traces/photo-grid.scroll", "--device", "iphone-5", "--budget", "32MiB",
        "--loader", "nuke", "--policy", "lru", "--format", "json",
      ], in: PackageRoot.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let levers = try #require(JSONText.object(outcome.output)["levers"] as? [[String: Any]])
    #expect(levers.count >= 12)
    for lever in levers {
      let text = try #require(lever["text"] as? String)
      let command = try #require(lever["command"] as? [String]).joined(separator: " ") + " "
      let expected = try Self.meanings.compactMap { meaning in
        try Regex(meaning.words, as: (Substring, Substring).self).firstMatch(in: text).map {
          meaning.option.replacing("$", with: $0.1) + " "
        }
      }
      #expect(expected.count == 1, "'\(text)' has no meaning here")
      #expect(expected.allSatisfy { command.contains($0) }, "\(text): \(command)")
    }
  }

  @Test func `JPEGs are compared with other formats at equal quality, and a run repeats it`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.slowDrag(catalogue: "generated items=12 size=512x512 mix=jpeg origin=disk"),
      to: "drag.scroll")
    let arguments = ["drag.scroll", "--device", "iphone-8", "--loader", "nuke", "--format", "json"]
    let outcome = try Scrollsim.run(["doctor"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let levers = try #require(JSONText.object(outcome.output)["levers"] as? [[String: Any]])
    for format in ["heic", "webp", "avif"] {
      let lever = try #require(
        levers.first { $0["text"] as? String == "images as \(format) of equal quality (PSNR)" })
      let command = try #require(lever["command"] as? [String])
      #expect(command.contains("format=\(format),quality=same"), "\(command)")
      let run = try Scrollsim.run(command + ["--format", "json"], in: folder.url)
      let runs = try JSONText.object(run.output)["runs"] as? [[String: Any]]
      #expect(runs?.first?.object("figures").number("stallSeconds") == lever.number("stallSeconds"))
    }
  }
}
