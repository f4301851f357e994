import Foundation
import Testing

/// Tests of the prose in comments, help, errors and pages.
@Suite struct ProseTests {
  /// The number of lines that may use a word of `words`, by file: values of JSON and of the store
  /// that documents have had before, and names in Swift.
  static let exceptions: [String: Int] = [
    "Sources/ScrollSweeps/Report/Advice/DrawnComparison.swift": 2,
    "Sources/ScrollSweeps/Report/Answer/SweepReport+Answer.swift": 1,
    "Sources/ScrollSweeps/Report/Exhibits/SweepReport+Budgets.swift": 1,
    "Sources/ScrollSweeps/Report/Exhibits/SweepReport+Ranking.swift": 1,
    "Sources/ScrollSweeps/Store/Records/TuningRecord.swift": 1,
    "Tests/EndToEndTests/Report/BandReportTests.swift": 1,
    "Tests/ScrollCachingTests/Structures/ReusedSketchTests.swift": 1,
    "Tests/ScrollSweepsTests/Report/SweepReport/DrawnComparisonTests.swift": 1,
  ]

  /// Openings that do not name the thing.
  static var riddle: Regex<Substring> {
    /^(?:What|Whether|Where|Which|How|Those|So (?:many|much)|Of (?:the|what|a|those)|From where|Who|That which|As (?:it|they) (?:is|are)|The (?:most|least) that)\b/
  }

  /// Words for which the glossary has better ones.
  static var words: Regex<Substring> {
    /\b(?:gives? up|is told|are told|hears? of|heeds?|whoever|nobody|somebody|everybody|so many|less than matters|what matters|as much as matters|stands? (?:in|on|for|beside)|of one's own|what is (?:said|asked|told)|goes on|is asked for|leaves? the (?:sooner|later)|too far behind|moves? the stalls|users bring|in the mean|alike)\b/
      .ignoresCase()
  }

  @Test func `at most 1 in 200 documentation comments opens with a question word`() throws {
    let comments = try (SourceFile.swift() + SourceFile.scripts()).flatMap { file in
      file.documentation.map { (place: "\(file.name):\($0.line)", text: $0.text) }
    }
    let riddle = Self.riddle
    let riddles = comments.filter { $0.text.prefixMatch(of: riddle) != nil }
    let places = riddles.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
    #expect(comments.count > 10_000)
    #expect(riddles.count * 200 <= comments.count, "\(places)")
  }

  @Test func `comments and texts of sources use the words of the glossary`() throws {
    let words = Self.words
    for file in try SourceFile.swift() {
      let found = file.lines.enumerated().filter { _, line in
        (line.hasPrefix("///") || line.contains("\"")) && line.contains(words)
      }
      let places = found.map { "\($0.offset + 1): \($0.element)" }.joined(separator: "\n")
      #expect(found.count <= Self.exceptions[file.name, default: 0], "\(file.name)\n\(places)")
    }
  }

  @Test func `exceptions name at most 50 lines of files that are there`() throws {
    #expect(Self.exceptions.values.reduce(0, +) <= 50)
    let names = try Set((SourceFile.swift() + SourceFile.pages()).map(\.name))
    #expect(names.isSuperset(of: Self.exceptions.keys))
  }

  @Test func `sentences of help and errors have at most 35 words`() throws {
    for file in try SourceFile.swift() where file.name.hasPrefix("Sources/") {
      for literal in file.literals where !literal.isCode {
        for sentence in literal.sentences where sentence.count > 35 {
          Issue.record("\(file.name):\(literal.line) \(sentence.joined(separator: " "))")
        }
      }
    }
  }
}
