import Foundation
import ScrollSimCommands
import ScrollTraces

/// An error in a line; the description is a clause.
struct LineProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The fields of a line of JSON; a field that is never read is an error.
struct LineFields {
  private enum Value: Decodable {
    case text(String), whole(Int), number(Double), texts([String]), other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let whole = try? value.decode(Int.self) {
        self = .whole(whole)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let texts = try? value.decode([String].self) {
        self = .texts(texts)
      } else {
        self = .other
      }
    }
  }

  /// The largest cost, limit or number of milliseconds in a line.
  static let greatest = 1_000_000_000_000

  private let values: [String: Value]
  private var asked: Set<String> = []

  /// Reads a line.
  /// - Throws: `LineProblem` unless it is an object.
  init(_ line: [UInt8]) throws(LineProblem) {
    guard let values = try? JSONDecoder().decode([String: Value].self, from: Data(line)) else {
      let found = String(decoding: line.prefix(60), as: UTF8.self)
      throw LineProblem("'\(found)' is not a JSON object; expected one, like {\"op\":\"stats\"}")
    }
    self.values = values
  }

  func contains(_ name: String) -> Bool { values[name] != nil }

  /// Marks fields as read that have no meaning here.
  mutating func ignore(_ names: [String]) { asked.formUnion(names) }

  /// Returns a required field.
  mutating func text(_ name: String) throws(LineProblem) -> String {
    guard let text = try optionalText(name) else {
      throw LineProblem("there is no field '\(name)'; expected a text")
    }
    return text
  }

  mutating func optionalText(_ name: String) throws(LineProblem) -> String? {
    asked.insert(name)
    switch values[name] {
    case nil: return nil
    case .text(let text)?: return text
    default: throw LineProblem("field '\(name)' is not a text; expected one in quotation marks")
    }
  }

  mutating func optionalTexts(_ name: String) throws(LineProblem) -> [String]? {
    asked.insert(name)
    switch values[name] {
    case nil: return nil
    case .texts(let texts)?: return texts
    default: throw LineProblem("field '\(name)' is not a list; expected texts in brackets")
    }
  }

  mutating func whole(
    _ name: String, in range: ClosedRange<Int> = 0...LineFields.greatest
  ) throws(LineProblem) -> Int? {
    asked.insert(name)
    guard let value = values[name] else { return nil }
    guard case .whole(let whole) = value, range.contains(whole) else {
      throw LineProblem(
        "field '\(name)' is \(Self.text(value)); expected a whole number from "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  mutating func number(_ name: String) throws(LineProblem) -> Double? {
    asked.insert(name)
    switch values[name] {
    case nil: return nil
    case .whole(let whole)?: return Double(whole)
    case .number(let number)?: return number
    case .some(let value):
      throw LineProblem("field '\(name)' is \(Self.text(value)); expected a number")
    }
  }

  /// Returns a field that must be one of some words; the first of them if the field is missing.
  mutating func word(_ name: String, of words: [String]) throws(LineProblem) -> String {
    guard let text = try optionalText(name) else { return words[0] }
    guard words.contains(text) else {
      throw LineProblem(
        "field '\(name)' is '\(text.prefix(40))'; expected \(words.joined(separator: " or "))")
    }
    return text
  }

  /// Throws an error if a field was not read.
  func requireAllAsked() throws(LineProblem) {
    guard let other = values.keys.filter({ !asked.contains($0) }).min() else { return }
    throw LineProblem(
      "field '\(other.prefix(40))' is not known here; expected only "
        + asked.sorted().joined(separator: ", "))
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .text(let text): "'\(text.prefix(40))'"
    case .whole(let whole): "\(whole)"
    case .number(let number): "\(number)"
    case .texts: "a list"
    case .other: "neither a text nor a number"
    }
  }
}
