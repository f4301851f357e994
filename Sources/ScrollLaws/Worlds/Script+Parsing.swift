import ScrollCaching
import ScrollCore

/// A picture that cannot be read.
public enum ScriptError: Error, Equatable {
  case malformed(line: Int, found: String, expected: String)
  case outOfRange(String, imageCount: Int)
  case missing(String)
}

extension ScriptError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let line, let found, let expected):
      "line \(line): found '\(found)', expected \(expected)"
    case .outOfRange(let word, let imageCount):
      "'\(word)' names an image or item that is not there; images are 0 to \(imageCount - 1)"
    case .missing(let what): "there is no line '\(what)'"
    }
  }
}

extension Script {
  /// Reads a picture, as `description` writes it.
  ///
  /// - Throws: `ScriptError` for the first line or word that cannot be understood.
  public init(_ text: String) throws(ScriptError) {
    var reader = ScriptReader()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      try reader.read(line.split(separator: " "), number: index + 1)
    }
    self = try reader.script()
  }
}

/// The facts of a picture as they come in.
private struct ScriptReader {
  var images: Int?
  var costs: [Int]?
  var limits: CacheLimits?
  var rows: [Int]?, columns = 1, shows: [Int]?
  var rest = Script(costs: [], limits: CacheLimits())

  mutating func read(_ words: [Substring], number: Int) throws(ScriptError) {
    guard let first = words.first, !first.hasPrefix("#") else { return }
    func numbers() throws(ScriptError) -> [Int] {
      var numbers: [Int] = []
      for word in words.dropFirst() {
        guard let value = Int(word), value >= 0 else {
          throw .malformed(line: number, found: String(word), expected: "a whole number from 0")
        }
        numbers.append(value)
      }
      return numbers
    }
    func one() throws(ScriptError) -> Int {
      let all = try numbers()
      guard all.count == 1 else {
        throw .malformed(
          line: number, found: words.joined(separator: " "), expected: "one number after \(first)")
      }
      return all[0]
    }
    switch first {
    case "images": images = try one()
    case "costs": costs = try numbers()
    case "reloads": rest.reloads = try numbers()
    case "limits":
      let word = words.count == 2 ? String(words[1]) : ""
      guard let read = word == "none" ? CacheLimits() : ScriptWord.limits(word) else {
        throw .malformed(line: number, found: word, expected: "limits such as c=9,n=3")
      }
      limits = read
    case "rows": rows = try numbers()
    case "columns": columns = max(1, try one())
    case "shows": shows = try numbers()
    case "screen": rest.screen = max(1, try one())
    case "seed": rest.seed = UInt64(try one())
    case "direction": rest.direction = words.last == "backward" ? .backward : .forward
    case "loading":
      let numbers = try numbers()
      guard numbers.count == 3 else {
        throw .malformed(
          line: number, found: words.joined(separator: " "), expected: "three numbers")
      }
      (rest.loading.frames, rest.loading.ahead) = (numbers[0], numbers[1])
      rest.loading.pins = numbers[2] > 0
    case "setting":
      let parts = words.dropFirst().joined(separator: " ").split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw .malformed(
          line: number, found: words.joined(separator: " "), expected: "setting NAME=VALUE")
      }
      rest.settings.append(ScriptSetting(name: String(parts[0]), value: String(parts[1])))
    default:
      for word in words {
        guard let operation = ScriptWord.operation(String(word)) else {
          throw .malformed(line: number, found: String(word), expected: "an operation")
        }
        rest.operations.append(operation)
      }
    }
  }

  func script() throws(ScriptError) -> Script {
    guard let images else { throw .missing("images") }
    guard let limits else { throw .missing("limits") }
    var script = rest
    script.costs = costs ?? Array(repeating: 1, count: images)
    script.limits = limits
    if rows != nil || shows != nil {
      script.layout = ScriptLayout(
        rows: rows ?? [64], columns: columns, shows: shows ?? Array(0..<images))
    }
    let items = script.layout?.shows.count ?? images
    for (name, count) in [("costs", script.costs.count), ("reloads", script.reloads.count)]
    where count != images && !(name == "reloads" && count == 0) {
      throw .outOfRange(name, imageCount: images)
    }
    if let shown = script.layout?.shows.first(where: { $0 >= images }) {
      throw .outOfRange("shows \(shown)", imageCount: images)
    }
    for operation in script.operations {
      guard operation.numbers.allSatisfy({ $0 < (operation.isScroll ? items : images) }) else {
        throw .outOfRange(Script.word(for: operation), imageCount: images)
      }
    }
    return script
  }
}

extension Operation {
  fileprivate var isScroll: Bool {
    if case .scroll = self { true } else { false }
  }

  /// The images or items that it names.
  fileprivate var numbers: [Int] {
    switch self {
    case .request(let image, _), .deliver(let image, _), .prefetch(let image, _): [image]
    case .lookUp(let image), .remove(let image), .pin(let image), .unpin(let image): [image]
    case .run(let from, let to), .scroll(let from, let to, _): [from, to]
    case .removeAll, .limits, .pressure, .background, .wait: []
    }
  }
}
