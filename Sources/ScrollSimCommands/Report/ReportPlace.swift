import ArgumentParser
import Foundation
import ScrollPages

/// The destination of a report: a file, written completely or not at all, or standard output.
struct ReportPlace {
  private let path: String?
  private let isWide: Bool

  /// Creates a destination.
  /// - Parameters:
  ///   - path: The path of a file; `nil` for standard output.
  ///   - isWide: `true` to print tables at their full width on any terminal.
  init(_ path: String?, isWide: Bool = false) {
    self.path = path
    self.isWide = isWide
  }

  var style: TerminalStyle { path == nil ? .standardOutput : .plain }

  /// The maximum width of text in columns: the width of the terminal, or 120 without a terminal, so
  /// that bars fit.
  var width: Int { path == nil ? Terminal.width ?? 120 : 120 }

  /// The maximum width of tables in columns; `nil` for their full width.
  var tableWidth: Int? { path == nil && !isWide ? Terminal.width : nil }

  /// Writes the report piece by piece.
  /// - Throws: `CommandError` if they cannot be written, and the error that `body` throws.
  func write(isData: Bool = false, _ body: ((String) throws -> Void) throws -> Void) throws {
    guard let path else {
      return try body { try isData ? Output.printData($0) : Output.print($0) }
    }
    try Output.write(to: path) { file throws(CommandError) in
      do { try body { try file.write($0) } } catch let error as CommandError { throw error } catch {
        throw CommandError(.badData, "the report cannot be written: \(error)")
      }
    }
  }
}

/// The formats of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, html, csv, json

  /// Creates the format from the extension of a file's name.
  ///
  /// Without an extension or a file, the format is text.
  /// - Throws: `CommandError` for an unknown extension.
  init(path: String?) throws(CommandError) {
    let name = path?.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    switch ending {
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    case nil, "txt", "text": self = .text
    case .some(let other):
      throw .usage(
        "there is no report format .\(other); expected .html, .md, .csv, .json or .txt, or "
          + "--format")
    }
  }
}
