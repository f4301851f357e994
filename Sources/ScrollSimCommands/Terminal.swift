import Foundation
import ScrollPages

/// The terminal behind standard output.
package enum Terminal {
  /// The number of columns: from the variable `COLUMNS`, else from the terminal, else 80.
  ///
  /// The value is `nil` if standard output is not a terminal.
  package static var width: Int? {
    guard isatty(STDOUT_FILENO) != 0 else { return nil }
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
    if let said, said > 0 { return said }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns a text in lines of at most a width in columns, or unchanged if the width is `nil`.
  package static func wrapped(_ text: String, to width: Int?) -> String {
    guard let width else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TextLines.wrapped(String($0).visible, to: width).dropLast() }.joined(separator: "\n")
  }
}

extension String {
  /// The text with its lines broken between words.
  ///
  /// No line is longer than 80 characters or the width of the terminal, unless a single word is
  /// longer.
  var wrapped: String {
    let width = min(80, Terminal.width ?? 80)
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var (text, length) = ("", 0)
      for word in line.split(separator: " ") {
        if length > 0, length + 1 + word.count > width { (text, length) = (text + "\n", 0) }
        if length > 0 { (text, length) = (text + " ", length + 1) }
        text += word
        length += word.count
      }
      return text
    }.joined(separator: "\n")
  }
}
