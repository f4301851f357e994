import Foundation

/// The terminal behind standard output.
enum Terminal {
  /// How many columns it has: as it says itself, else as `COLUMNS` says, else 80; nil if standard
  /// output is no terminal.
  static var width: Int? {
    guard isatty(STDOUT_FILENO) != 0 else { return nil }
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) ?? 80
  }
}
