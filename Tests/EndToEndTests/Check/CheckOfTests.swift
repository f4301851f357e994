import Foundation
import Testing

/// Limits checked for the setting of a source file.
@Suite struct CheckOfTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    try folder.write(
      """
      axes:
        trace: Traces/tall-feed.scroll
        device: iphone-8
        policy: lru
        budget: 16MiB
      limits:
        - footprintPeakBytes <= 200MiB
      """, to: "limits.yml")
  }

  private func emit(_ arguments: String...) throws -> String {
    let outcome = try Scrollsim.run(["emit"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  private func check(_ code: String, _ arguments: String...) throws -> Scrollsim.Outcome {
    try folder.write(code, to: "FeedCache.swift")
    return try Scrollsim.run(
      ["check", "--of", "FeedCache.swift", "limits.yml"] + arguments, in: folder.url)
  }

  @Test func `the file's setting replaces that of the limits`() throws {
    let code = try emit("--for", "nuke", "--budget", "64MiB", "--prefetch", "directional")
    let outcome = try check(code)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.complaint.contains(
        "note: FeedCache.swift sets loader nuke, policy nuke-clock, budget 64MiB, prefetch "
          + "directional"), "\(outcome.complaint)")
  }

  @Test func `a changed constant is judged, not the comment`() throws {
    let code = try emit("--for", "nuke", "--budget", "64MiB", "--prefetch", "none")
    let changed = code.replacing("costLimit = 64 * 1024 * 1024", with: "costLimit = 512 << 20")
    let outcome = try check(changed)
    #expect(outcome.status == 1, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("budget 512MiB"), "\(outcome.complaint)")
    #expect(
      outcome.complaint.contains("footprintPeakBytes <= 200MiB is broken"), "\(outcome.complaint)")
  }

  @Test func `a broken limit prints its cause, the prefetcher and the next command`() throws {
    let code = try emit("--for", "nuke", "--budget", "512MiB", "--prefetch", "ring:ahead=2")
    let lines = try check(code).complaint.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("cause: ") && $0.contains(" s ") }, "\(lines)")
    #expect(lines.contains("prefetch: ring:ahead=2"), "\(lines)")
    let next = try #require(lines.first { $0.hasPrefix("next: ") }, "\(lines)")
    #expect(
      next == "next: scrollsim advise Traces/tall-feed.scroll --for nuke --now FeedCache.swift "
        + "--device iphone-8 --network wifi --limit 'footprintPeakBytes <= 200MiB'")
    let pasted = try Scrollsim.paste(String(next.dropFirst("next: ".count)), in: folder.url)
    #expect(pasted.status == 0, "\(pasted.complaint)")
    #expect(pasted.text.hasPrefix("Nuke: cache limit "), "\(pasted.text)")
  }

  @Test func `constants of every kind are read`() throws {
    let code = try emit(
      "--for", "nuke", "--budget", "15%<=768MiB", "--prefetch", "ring:ahead=2", "--loader",
      "nuke:connections=3")
    let changed = code.replacing("memoryShare = 0.15", with: "memoryShare: Double = 0.125 // less")
      .replacing(
        "costLimitAtMost = 768 * 1024 * 1024", with: "costLimitAtMost = (1_024 - 24) << 20"
      )
      .replacing("static let screensAhead = 2.0", with: "static let pointsAhead = 300")
      .replacing("connections = 3", with: "connections = 2 + 2")
      .replacing(
        "  // scrollsim: end of constants",
        with: """
            /// Seconds.
            static let ttl = 60
            // scrollsim: end of constants
          """)
    let outcome = try check(changed)
    #expect(
      outcome.complaint.contains(
        "sets loader nuke:connections=4, policy nuke-clock:ttl=60, budget 12.5%<=1000MiB, prefetch "
          + "ring:ahead=300pt\n"), "\(outcome.complaint)")
  }

  struct Unreadable: Sendable, CustomStringConvertible {
    var from: String, to: String
    var says: String
    var description: String { says }
  }

  @Test(arguments: [
    Unreadable(
      from: "// scrollsim: loader=", to: "// loader=",
      says: "'FeedCache.swift' has no comment like `// scrollsim: loader="),
    Unreadable(
      from: "  // scrollsim: end of constants\n", to: "",
      says: "'FeedCache.swift' has no constants between"),
    Unreadable(
      from: "for=nuke", to: "for=nuk", says: "FeedCache.swift:1: there is no target 'nuk'"),
    Unreadable(
      from: "loader=nuke ", to: "loader=nuke:lanes=900 ",
      says: "FeedCache.swift:1: setting 'lanes' of 'nuke' is '900'"),
    Unreadable(
      from: "64 * 1024 * 1024", to: "limit(of: device)",
      says:
        "FeedCache.swift:LINE: 'limit(of: device)' is no number, text or flag; expected a constant "
        + "like `static let costLimit = 64 * 1024 * 1024`"),
    Unreadable(
      from: "static let costLimit = 64 * 1024 * 1024", to: "return",
      says: "FeedCache.swift:LINE: 'return' is no constant"),
    Unreadable(
      from: "let costLimit", to: "let costLimits",
      says: "FeedCache.swift:1: the constant 'costLimit' is missing between the marks"),
    Unreadable(
      from: "static let costLimit = 64 * 1024 * 1024",
      to: "static let costLimit = 1 << 20\n  static let costLimit = 2 << 20",
      says: "FeedCache.swift:NEXT: 'costLimit' stands there twice"),
    Unreadable(
      from: "64 * 1024 * 1024", to: "0",
      says: "FeedCache.swift:LINE: 'costLimit' is 0; expected a number of bytes above 0"),
    Unreadable(
      from: "static let costLimit", to: "static let conections = 3\n  static let costLimit",
      says: "FeedCache.swift:LINE: no setting is called 'conections'"),
    Unreadable(
      from: "static let costLimit", to: "static let lanes = 900\n  static let costLimit",
      says: "FeedCache.swift:LINE: setting 'lanes' of 'nuke' is '900'"),
  ])
  func `a file that cannot be read is refused with its line`(unreadable: Unreadable) throws {
    let code = try emit("--for", "nuke", "--budget", "64MiB", "--prefetch", "none")
    #expect(code.contains(unreadable.from))
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("let costLimit") }) + 1
    let sentence = unreadable.says.replacing("LINE", with: "\(line)")
      .replacing("NEXT", with: "\(line + 1)")
    let outcome = try check(
      code.replacing(unreadable.from, with: unreadable.to, maxReplacements: 1))
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
  }

  @Test func `a missing file is refused`() throws {
    let outcome = try Scrollsim.run(
      ["check", "--of", "nowhere.swift", "limits.yml"], in: folder.url)
    #expect(outcome.status == 66, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("nowhere.swift"), "\(outcome.complaint)")
  }
}
