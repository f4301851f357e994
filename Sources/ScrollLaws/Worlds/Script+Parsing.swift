import ScrollCaching
import ScrollCore

/// A picture that cannot be read.
public enum ScriptError: Error, Equatable {
  case malformed(line: Int, found: String, expected: String)
  case outOfRange(String, imageCount: Int)
  case wrongCount(String, found: Int, expected: Int)
  case missing(String)
}

extension ScriptError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let line, let found, let expected):
      "line \(line): found '\(found)', expected \(expected)"
    case .outOfRange(let word, let imageCount):
      "'\(word)' names an image or item that is not there; there are \(imageCount) images"
    case .wrongCount(let line, let found, let expected):
      "the line '\(line)' has \(found) numbers, expected \(expected), one for each image"
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
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      try reader.read(line.split(whereSeparator: \.isWhitespace), number: index + 1)
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
        guard let value = ScriptWord.number(word) else {
          throw .malformed(line: number, found: String(word), expected: "a whole number from 0")
        }
        numbers.append(value)
      }
      return numbers
    }
    func wrong(_ expected: String) -> ScriptError {
      .malformed(line: number, found: words.joined(separator: " "), expected: expected)
    }
    func one(_ range: ClosedRange<Int> = 0...Int.max) throws(ScriptError) -> Int {
      let all = try numbers()
      guard all.count == 1, range.contains(all[0]) else {
        let bounds =
          range.upperBound == .max
          ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw wrong("one number \(bounds) after \(first)")
      }
      return all[0]
    }
    switch first {
    case "images": images = try one(0...ResidentSet.most)
    case "costs": costs = try numbers()
    case "reloads": rest.reloads = try numbers()
    case "limits":
      guard words.count == 2, let read = ScriptWord.limits(String(words[1])) else {
        throw wrong("limits such as c=9,n=3")
      }
      limits = read
    case "rows":
      rows = try numbers()
      if rows == [] { throw wrong("a height after rows") }
    case "columns": columns = try one(1...Int.max)
    case "shows": shows = try numbers()
    case "screen": rest.screen = try one(1...Int.max)
    case "seed":
      guard words.count == 2, let seed = UInt64(words[1]) else { throw wrong("a seed") }
      rest.seed = seed
    case "direction":
      switch words.dropFirst() {
      case ["forward"]: rest.direction = .forward
      case ["backward"]: rest.direction = .backward
      default: throw wrong("direction forward or backward")
      }
    case "loading":
      let numbers = try numbers()
      guard numbers.count == 3, numbers[2] <= 1 else {
        throw wrong("frames, items ahead, and 1 where what is on screen is pinned")
      }
      (rest.loading.frames, rest.loading.ahead) = (numbers[0], numbers[1])
      rest.loading.pins = numbers[2] > 0
    case "setting":
      let parts = words.dropFirst().joined(separator: " ").split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw wrong("setting NAME=VALUE") }
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
      throw .wrongCount(name, found: count, expected: images)
    }
    if let shown = script.layout?.shows.first(where: { $0 >= images }) {
      throw .outOfRange("shows \(shown)", imageCount: images)
    }
    for operation in script.operations {
      guard operation.numbers.allSatisfy({ $0 < (operation.namesItems ? items : images) }) else {
        throw .outOfRange(Script.word(for: operation), imageCount: images)
      }
    }
    return script
  }
}

extension Operation {
  /// Whether its numbers are of items.
  fileprivate var namesItems: Bool {
    switch self {
    case .scroll, .insert: true
    default: false
    }
  }

  /// The images or items that it names.
  fileprivate var numbers: [Int] {
    switch self {
    case .request(let image, _), .deliver(let image, _), .prefetch(let image, _): [image]
    case .lookUp(let image), .remove(let image), .pin(let image), .unpin(let image): [image]
    case .run(let from, let to), .scroll(let from, let to, _): [from, to]
    case .insert(let item, _): [item]
    case .removeAll, .limits, .pressure, .background, .wait, .turn: []
    }
  }
}
