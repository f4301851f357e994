import Foundation

/// The help pages of the command, found by following their own lists of subcommands.
struct HelpPages: Sendable {
  /// The arguments that a page is asked with, without `--help`.
  var path: [String]
  var text: String

  /// Commands that no page lists: those of `sweep`, and those of `scrollsim-lab`.
  private static let unlisted = [
    ["sweep", "plan"], ["sweep", "shard"], ["sweep", "merge"], ["evolve"], ["hunt"], ["identify"],
    ["levels"],
    ["model-server"], ["train"],
  ]

  /// Every page, the command's own first; the tests share them.
  private static let pages = Result { try page([]) + unlisted.flatMap { try page($0) } }

  static func all() throws -> [HelpPages] { try pages.get() }

  private static func page(_ path: [String]) throws -> [HelpPages] {
    let page = HelpPages(path: path, text: try Scrollsim.run(path + ["--help"]).text)
    return try [page] + page.subcommands.flatMap { try self.page(path + [$0]) }
  }

  private var lines: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Names below the headings of groups, two spaces in.
  private var subcommands: [String] {
    var names: [String] = []
    var isList = false
    for line in lines {
      if line.isEmpty { isList = false }
      if line.wholeMatch(of: /[A-Z ]+:/) != nil {
        isList = line != "OPTIONS:" && line != "ARGUMENTS:"
        continue
      }
      guard isList, line.hasPrefix("  "), let first = line.dropFirst(2).first, first.isLetter
      else { continue }
      names += line.split(separator: " ").prefix(1).map(String.init)
    }
    return names
  }

  /// The command lines below each `Example:`, as a reader would copy them.
  var examples: [String] {
    var examples: [String] = []
    for start in lines.indices where lines[start] == "Example:" {
      var isContinued = false
      for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
        if isContinued {
          examples[examples.count - 1] += "\n\(line)"
        } else {
          examples.append(String(line))
        }
        isContinued = line.hasSuffix("\\")
      }
    }
    return examples
  }
}
