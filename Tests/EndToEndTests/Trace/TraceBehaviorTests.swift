import Foundation
import Testing

@Suite struct TraceBehaviorTests {
  private static let compose = [
    "trace", "generate", "--behavior", "browse=10s,search,rotate,scrub,scroll-to-top",
    "--catalogue", "social-feed items=400",
  ]

  @Test(arguments: ["ios", "android", "chromium", "chromium-fixed", "flutter"])
  func `a composed session with any physics is valid, has a description and runs`(
    physics: String
  ) throws {
    let folder = try TemporaryFolder()
    let made = try Scrollsim.run(
      Self.compose + ["--physics", physics, "--output", "s.scroll"], in: folder.url)
    #expect(made.status == 0, "\(made.complaint)")
    for command in [["trace", "validate", "s.scroll"], ["run", "s.scroll"]] {
      let outcome = try Scrollsim.run(command, in: folder.url)
      #expect(outcome.status == 0, "\(command): \(outcome.complaint)")
    }
    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "s.scroll", "--format", "json"], in: folder.url).output)
    #expect(info["physics"] as? String == physics)
    #expect(info["layout"] as? String == "feed:spacing=12")
    #expect(info["rotations"] as? Int == 1 && info["items"] as? Int == 400)
  }

  @Test func `the command in the header makes equal bytes`() throws {
    let folder = try TemporaryFolder()
    let made = try Scrollsim.run(Self.compose + ["--seed", "7", "--physics", "android"])
    let provenance = try #require(made.lines.first { $0.hasPrefix("provenance: ") })
    let command = try #require(provenance.components(separatedBy: "scrollsim ").last)
      .components(separatedBy: ";")[0]
    // Words, those in single quotes as one.
    var words: [String] = []
    for (index, part) in command.split(separator: "'", omittingEmptySubsequences: false)
      .enumerated()
    {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    #expect(try Scrollsim.run(words, in: folder.url).output == made.output, "\(words)")
  }

  @Test(arguments: [["--behavior", "browse"], ["--style", "reading"]])
  func `a generated scroll uses a photo library by default`(kind: [String]) throws {
    let folder = try TemporaryFolder()
    let (plain, named) = (
      try Scrollsim.run(["trace", "generate"] + kind, in: folder.url),
      try Scrollsim.run(
        ["trace", "generate"] + kind + ["--catalogue", "photo-library"], in: folder.url)
    )
    #expect(plain.status == 0, "\(plain.complaint)")
    #expect(plain.lines.filter { $0.hasPrefix("layout:") } == ["layout: grid:columns=4:spacing=2"])
    #expect(plain.output == named.output)
  }

  @Test func `an app lives for three days with breaks in the background`() throws {
    let folder = try TemporaryFolder()
    let sessions = Array(repeating: "browse=20s,away=145min", count: 30).joined(separator: ",")
    let made = try Scrollsim.run(
      [
        "trace", "generate", "--behavior", sessions, "--catalogue", "social-feed", "--output",
        "days.scroll",
      ], in: folder.url)
    #expect(made.status == 0, "\(made.complaint)")
    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "days.scroll", "--format", "json"], in: folder.url).output)
    let (duration, samples) = (info.number("durationSeconds"), info.number("samples"))
    #expect(try #require(duration) > 259_200)
    // Rest and absences have no samples.
    #expect(try #require(samples) < 432_000)
    #expect((info["events"] as? [Any])?.count == 120)
    let run = try Scrollsim.run(
      ["run", "days.scroll", "--loader", "sdwebimage", "--budget", "none"], in: folder.url)
    #expect(run.status == 0, "\(run.complaint)")
  }

  static let refusals = [
    Refusal(
      "a behavior that there is not", "trace generate --behavior brwse --catalogue magazine", 64,
      says: "--behavior has the unknown behavior 'brwse' (did you mean 'browse'?)"),
    Refusal(
      "a style as well", "trace generate --behavior browse --style reading --catalogue magazine",
      64,
      says: "expected no --style"),
    Refusal(
      "a duration as well", "trace generate --behavior browse --duration 9s --catalogue magazine",
      64, says: "expected no --duration"),
    Refusal(
      "physics without parts", "trace generate --physics android --catalogue magazine", 64,
      says: "--physics android needs --behavior"),
    Refusal(
      "a rate of another platform",
      "trace generate --behavior browse --physics flutter --deceleration-rate fast "
        + "--catalogue magazine", 64, says: "--deceleration-rate fast applies only to iOS"),
    Refusal(
      "images of an unknown name", "trace generate --behavior browse --catalogue magzine", 64,
      says: "--catalogue: ", "'magzine'", "'magazine'"),
    Refusal(
      "a knob that there is not", "trace generate --behavior browse --catalogue items=0", 64,
      says: "'items' of the catalogue is '0'"),
  ]

  @Test(arguments: refusals)
  func `a contradiction of options is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: TemporaryFolder())
  }
}
