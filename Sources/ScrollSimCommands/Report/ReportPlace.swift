import Foundation
import ScrollPages

/// Where a report goes: a file, whole or not at all, or standard output.
struct ReportPlace {
  private let path: String?
  private let isWide: Bool

  /// - Parameters:
  ///   - path: of a file; nil for standard output.
  ///   - isWide: whether tables are printed whole on any terminal.
  init(_ path: String?, isWide: Bool = false) {
    self.path = path
    self.isWide = isWide
  }

  var style: TerminalStyle { path == nil ? .standardOutput : .plain }

  /// Columns that text may take: those of the terminal, and without one enough for bars.
  var width: Int { path == nil ? Terminal.width ?? 120 : 120 }

  /// Columns that tables may take; nil for all that they need.
  var tableWidth: Int? { path == nil && !isWide ? Terminal.width : nil }

  /// Writes pieces as they come.
  /// - Throws: `CommandError` if they cannot be written, and what `body` throws.
  func write(isData: Bool = false, _ body: ((String) throws -> Void) throws -> Void) throws {
    guard let path else {
      return try body { try isData ? Output.printData($0) : Output.print($0) }
    }
    try Output.write(to: path) { file throws(CommandError) in
      do { try body { try file.write($0) } } catch let error as CommandError { throw error } catch {
        throw CommandError(.badData, "the report cannot be made: \(error)")
      }
    }
  }
}
