import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of failing cases: kept, tried first the next time, and never in the way.
struct CorpusTests {
  /// A folder that is gone after the test.
  final class Folder {
    let path: String

    init() {
      path =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("scroll-laws-\(UUID().uuidString)").path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Nil if there is no such folder.
    var names: [String]? {
      (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted()
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func write(_ text: String, to name: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }
  }

  /// Evicts the newest, or is sound.
  static func policy(isSound: Bool) -> PolicyDescriptor {
    PolicyDescriptor(
      "mine", "For tests.",
      facts: PolicyDescriptor.Facts(claims: [.standard, .leastRecentlyUsed])
    ) { _ in
      var policy = ListPolicy()
      if !isSound { policy.choose = { $1.last } }
      return policy
    }
  }

  static func examine(
    isSound: Bool, _ folder: String?, cases: Int = 200, laws: [String]? = nil
  ) -> LawReport {
    LawCheck(
      of: policy(isSound: isSound),
      plan: LawPlan(cases: cases, corpus: folder, smallWorlds: false, laws: laws)
    ).run()
  }

  @Test
  func `a corpus keeps a failing case with its trace, and the next check tries it first`() throws {
    let folder = Folder()
    let first = try #require(Self.examine(isSound: false, folder.path).failure)
    #expect(first.law.name == "stack")
    let names = try #require(folder.names)
    #expect(names.count == 2)
    let kept = try #require(names.first { $0.hasSuffix(".case") })
    #expect(try /mine\.stack\.[0-9a-f]{8}\.case/.wholeMatch(in: kept) != nil, "\(kept)")
    #expect(names.contains(kept.replacingOccurrences(of: ".case", with: ".csv")))
    #expect(first.files == ["case", "csv"].map { "\(folder.path)/\(kept.dropLast(4))\($0)" })
    #expect("\(first)".contains("kept in   \(folder.path)/\(kept)"))

    let text = try folder.text(kept)
    #expect(text.hasPrefix("# 'mine' breaks 'stack': \(first.law.statement)\n"))
    #expect(text.contains("# Found: \(first.finding)\n"))
    #expect(text.hasSuffix("law stack\n\(first.script)\n"))

    let second = Self.examine(isSound: false, folder.path)
    let failure = try #require(second.failure)
    #expect(failure.origin == "\(kept) of the corpus")
    #expect(failure.script == first.script && failure.finding == first.finding)
    #expect(second.statistics.cases == 0)
    #expect(folder.names == names)
    #expect(try folder.text(kept) == text)
  }

  @Test func `a repaired policy passes, and its file stays`() throws {
    let folder = Folder()
    _ = Self.examine(isSound: false, folder.path)
    let names = try #require(folder.names)
    let report = Self.examine(isSound: true, folder.path)
    #expect(report.holds, "\(report)")
    #expect(report.statistics.cases == 200)
    #expect(folder.names == names)
  }

  @Test func `two checks write the same bytes`() throws {
    let folders = [Folder(), Folder()]
    for folder in folders { _ = Self.examine(isSound: false, folder.path) }
    let names = try #require(folders[0].names)
    #expect(folders[1].names == names)
    for name in names {
      let texts = try folders.map { try $0.text(name) }
      #expect(texts[0] == texts[1])
    }
  }

  @Test func `a check without a corpus or without a failure writes no file`() {
    let folder = Folder()
    #expect(Self.examine(isSound: false, nil).failure?.files == [])
    #expect(!folder.isThere)
    #expect(Self.examine(isSound: true, folder.path).holds)
    #expect(!folder.isThere)
  }

  @Test func `the running case of a crash is tried first, shrunk and kept`() throws {
    let folder = Folder()
    let script = "images 4\nlimits n=2\n0 1 0 1 2 3 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1"
    try folder.write(script + "\n", to: "mine.running")
    let failure = try #require(Self.examine(isSound: false, folder.path).failure)
    #expect(failure.origin == "mine.running of the corpus")
    #expect(failure.operationsFound == 22)
    #expect(failure.script.operations.count < 22)
    let names = try #require(folder.names)
    #expect(!names.contains("mine.running"))
    #expect(names.contains { $0.hasPrefix("mine.stack.") && $0.hasSuffix(".case") })
  }

  @Test func `a case of a crash that passes is deleted`() throws {
    let folder = Folder()
    // Nothing that laws about equal sizes could be judged by.
    try folder.write(
      "images 3\ncosts 5 0 9\nlimits c=9\n0..2 ^1 2 !warning 0 1 2\n", to: "mine.running")
    let report = Self.examine(isSound: true, folder.path)
    #expect(report.holds, "\(report)")
    #expect(!folder.isThere)
  }

  @Test func `a check leaves the running case of another check`() async throws {
    let folder = Folder()
    let plan = LawPlan(cases: 150, corpus: folder.path, smallWorlds: false)
    let reports = await withTaskGroup(of: LawReport.self) { group in
      for _ in 0..<4 {
        group.addTask { LawCheck(of: Self.policy(isSound: true), plan: plan).run() }
      }
      var reports: [LawReport] = []
      for await report in group { reports.append(report) }
      return reports
    }
    for report in reports { #expect(report.holds, "\(report)") }
    #expect(!folder.isThere || folder.names == [])
  }

  @Test func `a locked case is under way and not a crash`() throws {
    let folder = Folder()
    try folder.write("half a pict", to: "mine.running")
    let file = open("\(folder.path)/mine.running", O_RDONLY)
    try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
    let during = Self.examine(isSound: true, folder.path, cases: 50)
    #expect(during.failure == nil && during.unreadable.isEmpty, "\(during)")
    #expect(folder.names == ["mine.running"])
    close(file)
    // Nobody holds it any more: its examination has ended abruptly.
    let after = Self.examine(isSound: true, folder.path, cases: 50)
    #expect(after.unreadable.count == 1, "\(after)")
  }

  static let unreadable: [(text: String, sentence: String)] = [
    ("law stack\nimages 3\nlimits n=2\n0 x", "line 4: found 'x', expected an operation"),
    ("law stack\n", "there is no line 'images'"),
    ("law fairness\nimages 3\nlimits n=2\n0 1", "there is no law 'fairness'"),
  ]

  @Test(arguments: unreadable.indices)
  func `the report names an unreadable file and its fault`(place: Int) throws {
    let (text, sentence) = Self.unreadable[place]
    let folder = Folder()
    try folder.write(text, to: "mine.stack.00000000.case")
    let report = Self.examine(isSound: true, folder.path)
    #expect(!report.holds)
    #expect(report.failure == nil)
    #expect(
      "\(report)".hasPrefix("\(folder.path)/mine.stack.00000000.case: \(sentence)"),
      "\(report)")
    #expect(folder.names == ["mine.stack.00000000.case"])
  }

  @Test func `a corpus keeps unrelated files`() throws {
    let folder = Folder()
    let names = ["README.md", "mine.txt", "minetoo.stack.00000000.case", "other.running"]
    for name in names { try folder.write("nothing that can be read", to: name) }
    let report = Self.examine(isSound: true, folder.path)
    #expect(report.holds, "\(report)")
    #expect(folder.names == names.sorted())
  }

  @Test func `a kept case checks its own law while the policy claims that law`() throws {
    let folder = Folder()
    try folder.write(
      "law inclusion\nimages 4\nlimits n=2\n0 1 0 1 2 3 0 1 0 1 0 1 0 1 0 1 0 1\n",
      to: "mine.inclusion.00000000.case")
    #expect(Self.examine(isSound: false, folder.path, cases: 0).failure == nil)
  }

  @Test func `an unwritable corpus is not a failure`() {
    let report = Self.examine(isSound: true, "/dev/null/corpus", cases: 20)
    #expect(report.failure == nil && report.unreadable.isEmpty)
    #expect(Self.examine(isSound: false, "/dev/null/corpus").failure?.files == [])
  }
}
