import Foundation
import Testing

/// Numbers at the edge of what fits: a result or a sentence.
@Suite struct NumberEdgeTests {
  private static let greatest = "9223372036854775807"
  private static let half = "4611686018427387904"

  private static let commands = [
    "run t.scroll --html page.html --budget N", "explain t.scroll --frame 9 --budget N",
    "doctor t.scroll --format json --budget N", "diff lru fifo --trace t.scroll --budget N",
    "tune --trace t.scroll --limit stallSeconds<=100s --store s.db --precision N",
    "sweep --trace t.scroll --budget N --store s.db", "studio t.scroll --budget N --output s.html",
    "replay t.scroll --capacity N --policy lru,arc --regret", "curve t.scroll --capacity N",
    "emit --for nuke --budget N", "emit --for swift --budget N",
    "run t.scroll --policy lru:countLimit=N --budget 8MiB",
  ]

  @Test(arguments: commands, [greatest, half])
  func `the greatest numbers give a result or an error with a message`(
    command: String, number: String
  ) throws {
    let folder = try Self.folder()
    let arguments = command.replacing("N", with: number).split(separator: " ").map(String.init)
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    #expect([0, 1, 64].contains(outcome.status), "\(outcome.status): \(outcome.complaint)")
    let words = Set(outcome.text.split { !$0.isLetter }.map { $0.lowercased() })
    #expect(words.isDisjoint(with: ["inf", "nan"]), "\(outcome.text)")
  }

  @Test(arguments: [
    Refusal("jobs", "sweep --trace t.scroll --store s.db --jobs -1", 64, says: "--jobs -1", "1024"),
    Refusal("a wait", "sweep --trace t.scroll --store s.db --wait -1", 64, says: "--wait -1"),
    Refusal("details", "report s.db --details -1", 64, says: "--details -1", "expected 0 to 100"),
    Refusal("shares", "check l.yml --least-percent -1", 64, says: "least-percent"),
    Refusal("a seed", "run t.scroll --seed -1", 64, says: "-1", "whole number from 0"),
    Refusal(
      "seeds", "run t.scroll --seed 18446744073709551616", 64, says: "18446744073709551615"),
    Refusal("a port", "trace record --output x.scroll --port -1", 64, says: "-1"),
    Refusal("a policy", "run t.scroll --policy -1", 64, says: "policy", "'-1'"),
    Refusal("no number", "run t.scroll --seed nan", 64, says: "nan"),
    Refusal(
      "samples", "tune --trace t.scroll --space lru.x=1 --store s.db --samples -inf", 64,
      says: "-inf"),
  ])
  func `the error names an impossible number`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  @Test(arguments: [
    "run t.scroll --seed 0", "run t.scroll --seed 9223372036854775807",
    "replay t.scroll --capacity 9MiB --policy random --seed 18446744073709551615",
    "trace generate --seed 18446744073709551615 --duration 1s --catalogue items=9",
  ])
  func `the first and the last seed are valid`(command: String) throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(
      command.split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let trace = PackageRoot.url.appendingPathComponent("Traces/carousel.scroll").path
    let cut = try Scrollsim.run(
      ["trace", "cut", trace, "--to", "2s", "--output", "t.scroll"], in: folder.url)
    try #require(cut.status == 0, "\(cut.complaint)")
    try folder.write("axes: {trace: t.scroll}\nlimits: ['stallSeconds <= 9 s']\n", to: "l.yml")
    return folder
  }
}
