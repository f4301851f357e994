import Foundation
import ScrollLaws
import Testing

/// Tests that the articles "Prove your cache policy" and "A custom prefetcher" agree with the
/// code.
struct ArticleTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  private static let policies =
    "Sources/ScrollPolicyTesting/ScrollPolicyTesting.docc/ProveYourCachePolicy.md"
  private static let prefetchers =
    "Sources/ScrollSimulation/ScrollSimulation.docc/APrefetcherOfYourOwn.md"

  private static func article() throws -> [String] { try lines(of: policies) }

  /// A code block after `<!-- quoted: PATH -->`.
  private struct Quotation {
    var path: String
    var lines: [String]
  }

  private static func quotations(in path: String = policies) throws -> [Quotation] {
    var quotations: [Quotation] = []
    var rest = try lines(of: path)[...]
    while let marker = rest.firstIndex(where: { $0.hasPrefix("<!-- quoted: ") }) {
      let path = rest[marker].dropFirst("<!-- quoted: ".count).dropLast(" -->".count)
      let block = rest[(marker + 2)...].prefix { $0 != "```" }
      quotations.append(Quotation(path: String(path), lines: Array(block)))
      rest = rest[block.endIndex...]
    }
    return quotations
  }

  /// Returns the rows of a table, without the head.
  private static func table(under head: String) throws -> [String] {
    let article = try article()
    let first = try #require(article.firstIndex(of: head), "there is no table '\(head)'")
    return Array(article[(first + 2)...].prefix { $0.hasPrefix("|") })
  }

  @Test func `every quotation appears in the example package`() throws {
    let quotations = try Self.quotations()
    #expect(quotations.count >= 4)
    let others = try Self.quotations(in: Self.prefetchers)
    #expect(others.count == 1)
    for quotation in quotations + others {
      let text = try Self.lines(of: "Tests/ExamplePackage/\(quotation.path)")
        .joined(separator: "\n")
      #expect(
        text.contains(quotation.lines.joined(separator: "\n")),
        "\(quotation.path) does not have:\n\(quotation.lines.joined(separator: "\n"))")
    }
  }

  @Test func `the failure in the article is the whole golden file`() throws {
    let path = "Tests/ExampleAdditionsTests/forgetful.txt"
    let shown = try #require(Self.quotations().first { $0.path == path })
    let golden = try Self.lines(of: "Tests/ExamplePackage/\(path)")
    #expect(shown.lines == golden.dropLast())
  }

  @Test func `the table in the article lists every law`() throws {
    let laws = Law.all.map { "| `\($0.name)` | \($0.statement) | \($0.claimants) |" }
    #expect(
      try Self.table(under: "| law | what must hold | of whom |") == laws,
      "it should be\n\(laws.joined(separator: "\n"))")
  }

  @Test func `the parser reads every word in the table of pictures`() throws {
    let words = try Self.code(inTableUnder: "| word | what happens |")
    #expect(words.count > 10)
    for word in words {
      let script = try Script("images 10\nlimits n=3\n\(word)")
      #expect(script.picture == [word])
    }
  }

  @Test func `the lines in the table of worlds form a valid script`() throws {
    let lines = try Self.code(inTableUnder: "| line | what it says |")
    let text = lines.joined(separator: "\n")
    #expect(try "\(Script(text))" == text)
  }

  /// Returns the code in the first cells of a table.
  private static func code(inTableUnder head: String) throws -> [String] {
    try table(under: head).flatMap { row in
      let cell = row.split(separator: "|").first ?? ""
      return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }
}
