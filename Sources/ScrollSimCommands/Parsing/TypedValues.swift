import ArgumentParser
import ScrollCore

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Parses one of the words.
  ///
  /// Upper and lower case do not matter if only one word fits.
  init?(word: String) {
    guard let word = NameMatch.find(word, in: Self.allCases.map { $0.rawValue }) else {
      return nil
    }
    self.init(rawValue: word)
  }
}

extension RawRepresentable where Self: ExpressibleByArgument & CaseIterable, RawValue == String {
  init?(argument: String) { self.init(word: argument) }
}

/// A moment of a trace, as typed: `12.5s`, `800ms` or `2min`.
enum Moment {
  /// Parses a moment.
  /// - Parameters:
  ///   - text: The text as typed; a number without a unit is in seconds.
  ///   - option: The option that it was given to, for error messages.
  /// - Returns: whole nanoseconds from the beginning.
  /// - Throws: `CommandError` for any other text, and for more than a week.
  static func parse(_ text: String, option: String) throws(CommandError) -> SimTime {
    let units = [("ms", 1.0), ("min", 60_000.0), ("s", 1000.0), ("", 1000.0)]
    for (unit, milliseconds) in units where text.hasSuffix(unit) {
      guard let count = Double(text.dropLast(unit.count)) else { continue }
      guard (0...604_800_000).contains(count * milliseconds) else { break }
      return SimTime(milliseconds: count * milliseconds)
    }
    throw .usage(
      "\(option) '\(text)' is not a time; expected one like 12.5s or 2min, at most 10080min")
  }
}

/// The seed of random draws, as typed.
package enum Seed {
  package struct ParsingError: Error, CustomStringConvertible {
    /// A Boolean value that indicates whether the text was a list or a range.
    let isSeveral: Bool

    package var description: String {
      let number = "expected a whole number from 0 to \(UInt64.max)"
      return isSeveral ? number + "; `scrollsim sweep` takes several seeds" : number
    }
  }

  /// Parses a whole number.
  package static func parse(_ text: String) throws(ParsingError) -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ParsingError(isSeveral: text.contains(",") || text.contains(".."))
    }
    return seed
  }
}

extension SizeList {
  /// Parses the sizes in the value of an option.
  static func parse(_ text: String, option: String) throws(CommandError) -> SizeList {
    do { return try SizeList(parsing: text) } catch { throw .usage("\(option) \(error)") }
  }
}

/// The number of first requests that fill the cache and are not counted, as typed: `10%` or `1000`.
struct WarmUp {
  private let text: String
  private let share: Double?
  private let requests: Int

  /// Parses a number of requests, or a share of all requests that is below 100 %.
  /// - Throws: `CommandError` for anything else.
  init(_ text: String) throws(CommandError) {
    self.text = text
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0..<100).contains(percent) {
      (share, requests) = (percent / 100, 0)
    } else if let count = Int(text), count >= 0 {
      (share, requests) = (nil, count)
    } else {
      throw .usage(
        "--warm-up '\(text)' is not a part of a trace; expected a share from 0 % to below "
          + "100 %, like 10%, or a number of requests")
    }
  }

  /// Returns the number of requests of a trace that are not counted.
  /// - Throws: `CommandError` if none would be counted.
  func count(of requests: Int, in trace: String) throws(CommandError) -> Int {
    let count = share.map { Int((Double(requests) * $0).rounded(.down)) } ?? self.requests
    guard count < requests else {
      throw .usage(
        "--warm-up \(text) leaves none of the \(requests) requests of '\(trace)' to count; "
          + "expected fewer")
    }
    return count
  }
}
