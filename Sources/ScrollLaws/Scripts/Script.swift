public import ScrollCaching
public import ScrollCore

/// A small world and a sequence of operations in it, with which laws are checked.
///
/// A world consists of images with costs, a cache with limits, and items that show the images along
/// the scroll axis. The operations are actions of the user, the app and the system. The text of a
/// script, which can be written and parsed, is called its picture:
///
///     images 5
///     limits n=3
///     0..3 -2 1>>>>4 4<<0
public struct Script: Equatable, Sendable {
  /// The cost of each image, which applies unless an operation states another cost.
  public var costs: [Int]
  /// The time to load each image again, in milliseconds; empty if it is not known.
  public var reloads: [Int] = []
  public var limits: CacheLimits
  /// The layout of the items; `nil` means a line in which item `i` shows image `i` and is 1 pt
  /// long.
  public var layout: ScriptLayout?
  /// The length of the viewport in 1/64 pt.
  public var screen = 64
  /// The way in which images that scroll into view are loaded.
  public var loading = ScriptLoading()
  public var direction = ScrollDirection.forward
  /// The settings of the policy that differ from the default.
  public var settings: [ScriptSetting] = []
  public var seed: UInt64 = 0
  public var operations: [Operation]

  /// Creates a world in which image `i` costs `costs[i]`.
  /// - Precondition: There are at most 128 images.
  public init(costs: [Int], limits: CacheLimits, operations: [Operation] = []) {
    precondition(
      costs.count <= ResidentSet.most, "\(costs.count) images are too many for a small stream")
    self.costs = costs
    self.limits = limits
    self.operations = operations
  }

  /// The number of images; their ids are `0..<imageCount`.
  public var imageCount: Int { costs.count }
}

/// The items along the axis, in rows of one or more columns.
public struct ScriptLayout: Equatable, Sendable {
  /// The heights of the rows in 1/64 pt.
  ///
  /// After the last height, the list begins again.
  public var rows: [Int]
  public var columns = 1
  /// The image of each item, in scroll order.
  public var shows: [Int]

  public init(rows: [Int], columns: Int = 1, shows: [Int]) {
    self.rows = rows
    self.columns = columns
    self.shows = shows
  }
}

/// The way in which images that scroll into view are loaded.
public struct ScriptLoading: Equatable, Sendable {
  /// The number of frames from a miss to the delivery of the image; 0 means the same frame.
  public var frames = 0
  /// The number of items beyond the leading edge that are prefetched.
  public var ahead = 0
  /// A Boolean value that indicates whether images on screen are pinned.
  public var pins = false

  public init() {}
}

/// A setting and its value, in the format of the command line.
public struct ScriptSetting: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension Script {
  /// The initial layout of the items, in points.
  public var placement: ItemPlacement { placement(after: []) }

  /// Returns the layout of the items, in points, after rotations and insertions.
  func placement(after operations: some Sequence<Operation>) -> ItemPlacement {
    let layout = layout ?? ScriptLayout(rows: [64], shows: Array(0..<imageCount))
    var columns = layout.columns
    var inserted: [Int: Int] = [:]
    for operation in operations {
      switch operation {
      case .turn(let number): columns = number
      case .insert(let item, let length): inserted[item, default: 0] += length
      default: break
      }
    }
    var (starts, ends): ([Double], [Double]) = ([], [])
    var edge = 0
    for first in stride(from: 0, to: layout.shows.count, by: columns) {
      let items = first..<min(first + columns, layout.shows.count)
      edge += items.reduce(0) { $0 + inserted[$1, default: 0] }
      let row = layout.rows[first / columns % layout.rows.count]
      starts += items.map { _ in Double(edge) / 64 }
      ends += items.map { _ in Double(edge + row) / 64 }
      edge += row
    }
    return ItemPlacement(
      starts: starts, ends: ends,
      breadths: Array(repeating: 1 / Double(columns), count: starts.count),
      images: layout.shows.map { ImageID($0) }, extent: ends.last ?? 0, imageCount: imageCount)
  }

  /// The requested images in order, from single requests and rows of requests.
  public var requests: [Int] { pricedRequests.map(\.image) }

  /// The requests, each with the cost of its image at that time.
  var pricedRequests: [(image: Int, cost: Int)] {
    operations.flatMap { operation -> [(image: Int, cost: Int)] in
      switch operation {
      case .request(let image, let cost): [(image, cost ?? costs[image])]
      case .lookUp(let image): [(image, costs[image])]
      case .run(let from, let to):
        stride(from: from, through: to, by: from <= to ? 1 : -1).map { ($0, costs[$0]) }
      default: []
      }
    }
  }

  /// Returns the requests as a stream.
  ///
  /// With `countingItems` the cost of every request is 1.
  public func requestStream(countingItems: Bool) -> RequestStream {
    let requests = pricedRequests
    return RequestStream(
      images: requests.map { ImageID($0.image) }, imageCount: imageCount,
      sizes: countingItems ? nil : requests.map(\.cost))
  }
}

extension Script {
  /// Returns whether a script can test the laws of an arena.
  ///
  /// For laws about requests for images of equal size, a script must have only requests, all costs
  /// must be 1, and there must be no layout and no settings.
  public func suits(_ arena: ScriptKind) -> Bool {
    switch arena {
    case .operations: true
    case .stream: isStream
    case .walk: isStream && zip(requests, requests.dropFirst()).allSatisfy { abs($0 - $1) <= 1 }
    }
  }

  private var isStream: Bool {
    let plain = Script(
      costs: Array(repeating: 1, count: imageCount), limits: CacheLimits(count: limits.count),
      operations: operations)
    return self == plain && limits.count.map { $0 > 0 } ?? false
      && operations.allSatisfy { operation in
        switch operation {
        case .request(_, let cost): cost ?? 1 == 1
        case .run: true
        default: false
        }
      }
  }
}

/// A picture that cannot be parsed.
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
      "'\(word)' refers to a missing image or item; there are \(imageCount) images"
    case .wrongCount(let line, let found, let expected):
      "the line '\(line)' has \(found) numbers, expected \(expected), one for each image"
    case .missing(let what): "there is no line '\(what)'"
    }
  }
}

extension Script {
  /// Parses a picture in the form of `description`; `;` ends a line as well.
  ///
  /// - Throws: `ScriptError` for the first line or word that is not valid.
  public init(_ text: String) throws(ScriptError) {
    var reader = ScriptReader()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let isComment = line.first { !$0.isWhitespace } == "#"
      for part in isComment ? [] : line.split(separator: ";") {
        try reader.read(part.split(whereSeparator: \.isWhitespace), number: index + 1)
      }
    }
    self = try reader.script()
  }
}

/// A reader of pictures, which collects the facts line by line.
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
        guard let value = ScriptToken.number(word) else {
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
      guard words.count == 2, let read = ScriptToken.limits(String(words[1])) else {
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
        guard let operation = ScriptToken.operation(String(word)) else {
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
  /// A Boolean value that indicates whether the numbers in the operation are items, not images.
  fileprivate var namesItems: Bool {
    switch self {
    case .scroll, .insert: true
    default: false
    }
  }

  /// The images or items in the operation.
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

extension Script: CustomStringConvertible {
  /// The picture of the script: the world with one fact per line, then the operations in lines of
  /// at most 80 characters.
  public var description: String {
    var lines = ["images \(imageCount)"]
    func add(_ name: String, _ numbers: [Int]) {
      lines.append("\(name) \(numbers.map(String.init).joined(separator: " "))")
    }
    if costs.contains(where: { $0 != 1 }) { add("costs", costs) }
    if !reloads.isEmpty { add("reloads", reloads) }
    lines.append("limits \(Self.word(for: limits))")
    if let layout {
      add("rows", layout.rows)
      if layout.columns != 1 { add("columns", [layout.columns]) }
      if layout.shows != Array(0..<imageCount) { add("shows", layout.shows) }
    }
    if screen != 64 { add("screen", [screen]) }
    if loading != ScriptLoading() {
      add("loading", [loading.frames, loading.ahead, loading.pins ? 1 : 0])
    }
    if direction == .backward { lines.append("direction backward") }
    for setting in settings { lines.append("setting \(setting.name)=\(setting.value)") }
    if seed != 0 { lines.append("seed \(seed)") }
    return (lines + picture).joined(separator: "\n")
  }

  /// The picture in one line, for pasting.
  public var line: String {
    description.split(separator: "\n").joined(separator: "; ")
  }

  /// The operations alone, in lines of at most 80 characters.
  public var picture: [String] {
    var lines: [String] = []
    for operation in operations {
      let word = Self.word(for: operation)
      if let last = lines.last, last.utf8.count + word.utf8.count < 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  static func word(for limits: CacheLimits) -> String {
    let words = [limits.cost.map { "c=\($0)" }, limits.count.map { "n=\($0)" }].compactMap { $0 }
    return words.isEmpty ? "none" : words.joined(separator: ",")
  }

  static func word(for operation: Operation) -> String {
    func priced(_ image: Int, _ cost: Int?) -> String {
      cost.map { "\(image):\($0)" } ?? "\(image)"
    }
    return switch operation {
    case .request(let image, let cost): priced(image, cost)
    case .run(let from, let to): "\(from)..\(to)"
    case .lookUp(let image): "?\(image)"
    case .deliver(let image, let cost): "+\(priced(image, cost))"
    case .prefetch(let image, let cost): "~\(priced(image, cost))"
    case .remove(let image): "-\(image)"
    case .removeAll: "-*"
    case .pin(let image): "^\(image)"
    case .unpin(let image): "_\(image)"
    case .limits(let limits): word(for: limits)
    case .pressure(.normal): "!normal"
    case .pressure(.warning): "!warning"
    case .pressure(.critical): "!critical"
    case .background: "!background"
    case .wait(let milliseconds): "t+\(milliseconds)"
    case .turn(let columns): "@\(columns)"
    case .insert(let item, let length): "@\(item)+\(length)"
    case .scroll(let from, let to, let frames):
      "\(from)\(String(repeating: from <= to ? ">" : "<", count: max(1, frames)))\(to)"
    }
  }
}

extension Script {
  /// The part of the script that `scrollsim` can read: the scroll as `.scroll`, or else the
  /// requests as `.csv`.
  ///
  /// Traces do not contain the app's actions on its cache (removals, pins, limits). The value is
  /// `nil` if the script has neither scrolls nor requests. The format `.scroll` is not possible for
  /// several columns, or for images that are shown twice.
  public var trace: (ending: String, text: String)? {
    if let text = scrollTrace { return ("scroll", text) }
    return requestTrace.map { ("csv", $0) }
  }

  /// The requests with the costs of their images, for `scrollsim replay`.
  ///
  /// The reader numbers images by their first appearance. So spatial policies may see a different
  /// scroll.
  public var requestTrace: String? {
    let requests = pricedRequests
    guard !requests.isEmpty else { return nil }
    return requests.reduce(into: "id,size\n") { $0 += "\($1.image),\($1.cost)\n" }
  }

  /// The scrolls over a list as a trace for `scrollsim run`, with 64 frames per second.
  public var scrollTrace: String? {
    let shows = layout?.shows ?? Array(0..<imageCount)
    guard !operations.contains(where: \.rearranges) else { return nil }
    guard layout?.columns ?? 1 == 1, shows == Array(0..<shows.count) else { return nil }
    let frames = scrollOffsets
    guard frames.contains(where: { $0 != nil }) else { return nil }
    // 1/64 pt of the script is 1 pt of the trace, and the breadth is 64.
    var text = """
      scrollsim-trace 1
      title: A case that breaks a law
      provenance: synthetic, shrunk by a law check
      kind: synthetic
      units: pt ms
      viewport: 64x\(screen)
      direction: \(direction)
      decelerationRate: normal
      layout: list
      catalogue: listed

      [images]
      width,height,format,content,bytes,origin

      """
    let rows = layout?.rows ?? []
    func height(of item: Int) -> Int { rows.isEmpty ? 64 : rows[item % rows.count] }
    for item in shows.indices { text += "64,\(height(of: item)),jpeg,photo,,disk\n" }
    text += "\n[samples]\ntime_ms,offset,phase\n"
    for (frame, offset) in frames.compactMap({ $0 }).enumerated() {
      text += "\(Double(frame) * 15.625),\(offset),tracking\n"
    }
    return text + "end\n"
  }

  /// The viewport's start in every frame, in 1/64 pt; `nil` for operations that do not scroll.
  private var scrollOffsets: [Int?] {
    let starts = placement.starts.map { Int($0 * 64) }
    var here: Int?
    return operations.flatMap { operation -> [Int?] in
      guard case .scroll(let from, let to, let frames) = operation else { return [nil] }
      let (start, end) = (starts[from], starts[to])
      var offsets: [Int?] = here == start ? [] : [start]
      for step in 1...max(1, frames) {
        let share = Double(step) / Double(max(1, frames))
        offsets.append(start + Int((Double(end - start) * share).rounded()))
      }
      here = end
      return offsets
    }
  }
}
