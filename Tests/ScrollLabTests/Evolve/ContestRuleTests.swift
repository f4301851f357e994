import Foundation
import ScrollSweeps
import Testing
import scrollsim_lab

/// The rules of a contest, before anything is run.
@Suite struct ContestRuleTests {
  private static func rules(_ spec: EvolveSpec) throws -> [ContestRule] {
    let contest = try Contest(spec, SweepCatalogs())
    return ContestRule.all(of: contest.sets, waived: spec.waived)
  }

  private static func broken(_ text: String) throws -> [ContestRule.Name] {
    try rules(TinyContest.spec(text)).filter { $0.verdict == .broken }.map(\.name)
  }

  @Test func `the committed contest keeps every rule`() throws {
    let spec = try EvolveSpec.load(path: "\(TinyContest.traces)/evolve-demo.yml")
    let broken = try Self.rules(spec).filter { $0.verdict != .kept }.map(\.sentence)
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test func `a tiny contest lacks scenarios, sessions, recordings and unlike styles`() throws {
    #expect(try Self.broken(TinyContest.text) == [.scenes, .sessions, .recorded, .unlike])
  }

  @Test func `a waived rule is reported as waived`() throws {
    let rules = try Self.rules(TinyContest.spec(TinyContest.text + "waive: [recorded, unlike]\n"))
    #expect(rules.filter { $0.verdict == .waived }.map(\.name) == [.recorded, .unlike])
    #expect(rules.first { $0.name == .recorded }?.sentence.contains("there is none") == true)
  }

  @Test func `a training session is not valid as a sealed session`() throws {
    let text = TinyContest.text.replacing("seed=7:", with: "seed=1:")
    #expect(try Self.broken(text).contains(.apart))
  }

  private static func leaks(_ text: String) throws -> String? {
    try rules(TinyContest.spec(text)).first { $0.name == .apart && $0.verdict == .broken }?.found
  }

  @Test func `training seeds with another duration are not valid sealed sessions`() throws {
    let text = TinyContest.text.replacing(
      "seed=7:style=to-and-fro:duration=15", with: "seed=1:style=to-and-fro:duration=17")
    #expect(try Self.leaks(text) == "2 share gestures")
  }

  @Test(arguments: ["title: ", "provenance: "])
  func `a recording copied under another title is not a valid sealed session`(line: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "leak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = "recorded/page-turning.scroll"
    let trace = try String(contentsOfFile: "\(TinyContest.traces)/\(original)", encoding: .utf8)
    let copy = folder.appending(path: "copy.scroll")
    try trace.replacing("\n\(line)", with: "\n\(line)A copy of ").write(
      to: copy, atomically: true, encoding: .utf8)
    let text = TinyContest.text
      .replacing("training:\n", with: "training:\n  - trace: \(original)\n")
      .replacing("sealed:\n", with: "sealed:\n  - trace: \(copy.path)\n")
    #expect(try Self.leaks(text) == "1 shares gestures")
  }

  @Test func `copies of one session count as one sealed session`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "seal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = "\(TinyContest.traces)/recorded/page-turning.scroll"
    let trace = try String(contentsOfFile: path, encoding: .utf8)
    for copy in 1...40 {
      try trace.replacing("\ntitle: ", with: "\ntitle: Copy \(copy) of ").write(
        to: folder.appending(path: "copy-\(copy).scroll"), atomically: true, encoding: .utf8)
    }
    let sealed = try #require(TinyContest.text.firstRange(of: "sealed:\n"))
    let tail = try #require(TinyContest.text.firstRange(of: "search:"))
    let text =
      TinyContest.text[..<sealed.upperBound] + "  - trace: \(folder.path)/\n"
      + TinyContest.text[tail.lowerBound...]
    let rules = try Self.rules(TinyContest.spec(String(text)))
    let rule = try #require(rules.first { $0.name == .sessions })
    #expect(rule.verdict == .broken)
    #expect(rule.found == "there are 40 with 1 sequence of gestures")
  }

  @Test func `the check finds training images under other gestures`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "leak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The same fifty pictures, scrolled through once steadily and once in two strokes.
    func trace(_ samples: String) -> String {
      let images = (0..<50).map { "\(320 + $0),\(400 + 3 * $0),jpeg,photo,,disk" }
      return """
        scrollsim-trace 1
        title: Fifty pictures
        provenance: synthetic, for a test
        kind: synthetic
        units: pt ms
        viewport: 320x568
        direction: forward
        decelerationRate: normal
        layout: list
        catalogue: listed

        [images]
        width,height,format,content,bytes,origin
        \(images.joined(separator: "\n"))

        [samples]
        time_ms,offset,phase
        \(samples)
        end

        """
    }
    let (one, other) = (folder.appending(path: "one.scroll"), folder.appending(path: "two.scroll"))
    try trace("0,0,tracking\n4000,6000,tracking").write(to: one, atomically: true, encoding: .utf8)
    try trace("0,0,tracking\n900,2100,tracking\n1900,2100,idle\n3300,900,tracking").write(
      to: other, atomically: true, encoding: .utf8)
    let text = TinyContest.text
      .replacing("training:\n", with: "training:\n  - trace: \(one.path)\n")
      .replacing("sealed:\n", with: "sealed:\n  - trace: \(other.path)\n")
    #expect(try Self.leaks(text) == "1 shares images")
  }

  @Test func `a contest without sealed scenarios breaks every rule about them`() throws {
    let sealed = try #require(TinyContest.text.firstRange(of: "sealed:"))
    let text = String(TinyContest.text[..<sealed.lowerBound])
    #expect(try Self.broken(text) == [.scenes, .sessions, .recorded, .unlike, .thirds])
  }

  @Test func `two scenarios break the rule of thirds`() throws {
    let text = TinyContest.text.replacing(TinyContest.third + "\n", with: "")
    #expect(try Self.broken(text).contains(.thirds))
  }

  @Test
  func `recordings count as recorded, and styles missing in training count as unlike`() throws {
    let text = TinyContest.text.replacing(
      "sealed:\n", with: "sealed:\n  - trace: [recorded/page-turning.scroll, carousel.scroll]\n")
    let contest = try Contest(TinyContest.spec(text), SweepCatalogs())
    let scenes = try #require(contest.sets[.sealed]).scenes
    #expect(scenes.map(\.isRecorded) == [true, false, false, false, false])
    let rules = ContestRule.all(of: contest.sets, waived: [])
    #expect(rules.first { $0.name == .recorded }?.found == "there is 1")
    // The carousel by its images, the readers by their style.
    #expect(rules.first { $0.name == .unlike }?.found == "there are 2")
  }

  @Test func `a duplicate scenario is an error with its place`() throws {
    let text = TinyContest.text.replacing("seed=2:style=browsing", with: "seed=1:style=to-and-fro")
    do {
      _ = try Contest(TinyContest.spec(text), SweepCatalogs())
      Issue.record("expected an error")
    } catch {
      #expect("\(error)".contains("test.yml:4"), "\(error)")
      #expect("\(error)".contains("appears twice"), "\(error)")
    }
  }

  @Test func `a loader without a cache is an error`() throws {
    let text = TinyContest.text.replacing("loader: cached", with: "loader: background-read")
    do {
      _ = try Contest(TinyContest.spec(text), SweepCatalogs())
      Issue.record("expected an error")
    } catch {
      #expect("\(error)".contains("has no cache"), "\(error)")
    }
  }
}
