package import ScrollCaching
package import ScrollCore

/// A log of the operations on a cache that was empty at first, with the observed results.
///
/// Keys are numbered in the order in which they first appear.
package struct CacheLog: Sendable {
  /// An operation and its observed results.
  package struct Entry: Sendable, Equatable {
    /// The line number in the file, counted from 1.
    package let line: Int
    package fileprivate(set) var operation: CacheOperation
    /// A Boolean value that indicates whether a look-up found its value; `nil` if that was not
    /// observed.
    package var hit: Bool?
    /// The images that the cache evicted by its own decision, in the order of the log.
    package var evicted: [ImageID] = []
    /// Observations of whether values had their content.
    package var contents: [Content] = []
    package var details: OperationDetails

    package init(
      line: Int, operation: CacheOperation, hit: Bool? = nil,
      _ details: OperationDetails = OperationDetails()
    ) {
      self.line = line
      self.operation = operation
      self.hit = hit
      self.details = details
    }
  }

  /// An observation of whether a discardable value had its content.
  package struct Content: Sendable, Equatable {
    package let image: ImageID
    package let isKept: Bool

    package init(image: ImageID, isKept: Bool) {
      self.image = image
      self.isKept = isKept
    }
  }

  /// The name of the log in messages.
  package var name: String
  package var header: CacheLogHeader
  package private(set) var entries: [Entry] = []
  /// The key of each image.
  package private(set) var keys: [String] = []
  private var numbers: [String: Int] = [:]

  /// Creates a log without operations.
  package init(named name: String, _ header: CacheLogHeader) {
    self.name = name
    self.header = header
  }

  /// Returns the number of a key, and assigns one if the key is new.
  package mutating func image(_ key: String) -> ImageID {
    if let number = numbers[key] { return ImageID(number) }
    numbers[key] = keys.count
    keys.append(key)
    return ImageID(keys.count - 1)
  }

  /// Returns the key of an image.
  func key(_ image: ImageID) -> String { keys[Int(image.index)] }

  package mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Adds an image that the cache evicted because of the last operation.
  /// - Precondition: the log has an operation.
  mutating func append(evicted image: ImageID) {
    entries[entries.count - 1].evicted.append(image)
    if entries[entries.count - 1].operation.evictsInAnyOrder {
      entries[entries.count - 1].evicted.sort()
    }
  }

  /// Adds further places of an image to those of the last operation.
  /// - Returns: `false` if the last operation has no places of this image.
  mutating func append(_ places: [LoggedPlace], of image: ImageID) -> Bool {
    guard let last = entries.last, case .place(image, let first) = last.operation else {
      return false
    }
    entries[entries.count - 1].operation = .place(image, first + places)
    return true
  }

  /// Adds an observation of a value's content after the last operation.
  /// - Precondition: the log has an operation.
  mutating func append(_ content: Content) {
    entries[entries.count - 1].contents.append(content)
  }
}

extension CacheLog {
  /// The operations that a probe can perform on the cache.
  ///
  /// A probe is a program that performs proposed operations on the real cache. The first line of
  /// the log lists what it can perform. If it does not, the operations are `set`, `get`, `remove`
  /// and the operations that occur in the log, except those of version 2, such as places and
  /// viewports.
  package var verbs: [CacheVerb] {
    if let said = header.verbs { return said }
    let known = Set([.set, .get, .remove] + entries.map(\.operation.verb))
    return CacheVerb.all(in: 1).filter { known.contains($0) }
  }

  /// A Boolean value that indicates whether the log has the places of keys.
  package var hasPlaces: Bool { entries.contains { $0.operation.verb == .place } }
}

extension CacheLog {
  /// The words for observations.
  private enum ObservationWord: String, CaseIterable {
    case evicted, content
  }

  /// Reads a line after the first.
  mutating func read(_ line: inout LogLine) throws(TraceError) {
    let known = CacheVerb.all(in: header.version)
    let words = known.map(\.rawValue) + ObservationWord.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let word = try line.text("op", expected) else {
      throw line.error("op", "is missing", expected)
    }
    if let seen = ObservationWord(rawValue: word) { return try read(seen, &line) }
    guard let verb = CacheVerb(rawValue: word), known.contains(verb) else {
      throw line.error("op", text: word, expected)
    }
    if let verbs = header.verbs, !verbs.contains(verb) {
      throw line.error(
        "op", text: word,
        "one of \(verbs.map(\.rawValue).joined(separator: ", ")), as the first line says")
    }
    let operation = try operation(verb, &line)
    if case .place(let image, let places) = operation, try line.flag("also") ?? false {
      try line.expectEnd(knowing: verb.fields(in: header.version))
      guard append(places, of: image) else {
        throw line.error("also", "refers to no earlier line", "an earlier line of the same key")
      }
      return
    }
    let hit = verb == .get ? try line.flag("hit") : nil
    var details = OperationDetails()
    if header.version > 1 { details = try OperationDetails(of: verb, &line) }
    try line.expectEnd(knowing: verb.fields(in: header.version))
    append(Entry(line: line.lineNumber, operation: operation, hit: hit, details))
  }

  private mutating func operation(
    _ verb: CacheVerb, _ line: inout LogLine
  ) throws(TraceError) -> CacheOperation {
    switch verb {
    case .set:
      let image = try image(of: &line)
      return .set(image, cost: try cost(of: &line))
    case .get: return .get(try image(of: &line))
    case .remove: return .remove(try image(of: &line))
    case .use: return .use(try image(of: &line))
    case .release: return .release(try image(of: &line))
    case .discard: return .discard(try discardable(of: &line))
    case .clear: return .clear
    case .background: return .background
    case .limits:
      let limits = try line.limits()
      guard limits != CacheLimits() else {
        throw line.error("count", "is missing, like 'cost'", "at least one of them")
      }
      return .limits(count: limits.count, cost: limits.cost)
    case .warning:
      let known = header.version > 1 ? ["normal", "warning", "critical"] : ["warning", "critical"]
      switch try line.word("level", known) {
      case "normal": return .warning(.normal)
      case "critical": return .warning(.critical)
      default: return .warning(.warning)
      }
    case .wait:
      guard let time = try line.number("ms", in: 0...CacheLogReader.longestWait) else {
        throw line.error("ms", "is missing", "milliseconds")
      }
      return .wait(milliseconds: time)
    case .viewport: return .viewport(try line.viewport())
    case .place:
      let image = try image(of: &line)
      return .place(image, try line.place().map { [$0] } ?? [])
    }
  }

  private mutating func read(_ seen: ObservationWord, _ line: inout LogLine) throws(TraceError) {
    guard !entries.isEmpty else {
      throw line.error("op", text: seen.rawValue, "an operation before its observations")
    }
    switch seen {
    case .evicted:
      guard header.tellsEvictions else {
        throw line.error(
          "op", text: seen.rawValue, "no evictions, as the first line says \"evictions\":false")
      }
      let image = try image(of: &line)
      try line.expectEnd(knowing: ["op", "key"])
      append(evicted: image)
    case .content:
      let image = try discardable(of: &line)
      guard let isKept = try line.flag("kept") else {
        throw line.error("kept", "is missing", "true or false")
      }
      try line.expectEnd(knowing: ["op", "key", "kept"])
      append(Content(image: image, isKept: isKept))
    }
  }

  private mutating func image(of line: inout LogLine) throws(TraceError) -> ImageID {
    guard let key = try line.text("key") else {
      throw line.error("key", "is missing", "a text")
    }
    return image(key)
  }

  /// Returns the image of a line that only logs of discardable values have.
  private mutating func discardable(of line: inout LogLine) throws(TraceError) -> ImageID {
    guard header.isDiscardable else {
      throw line.error(
        "op", "is of values with content to discard",
        "\"values\":\"discardable\" in the first line, or another operation")
    }
    return try image(of: &line)
  }

  private func cost(of line: inout LogLine) throws(TraceError) -> Int {
    let cost = try line.number("cost", in: 0...CacheLogReader.most)
    if let cost, cost != 1, header.countsItems {
      throw line.error("cost", text: "\(cost)", "1, as the unit of the first line is items")
    }
    return cost ?? 1
  }
}

/// An operation on a cache: one line of a log.
package enum CacheOperation: Hashable, Sendable {
  /// A store of a value, which replaces the previous value of its key.
  case set(ImageID, cost: Int)
  /// A look-up of a value, without a store if it is absent.
  case get(ImageID)
  case remove(ImageID)
  /// The removal of all values.
  case clear
  /// New limits: 0 is no limit, `nil` keeps the old one.
  case limits(count: Int?, cost: Int?)
  /// A memory warning of the system.
  case warning(PressureLevel)
  /// The app's move to the background.
  case background
  case wait(milliseconds: Int)
  /// The beginning and the end of a view's use of a value.
  case use(ImageID), release(ImageID)
  /// A discardable value that loses its content.
  case discard(ImageID)
  /// A movement of the screen to another part of the content.
  case viewport(LoggedViewport)
  /// The places of the items that show an image, from this line of the log on.
  case place(ImageID, [LoggedPlace])
}

extension CacheOperation {
  package var verb: CacheVerb {
    switch self {
    case .set: .set
    case .get: .get
    case .remove: .remove
    case .clear: .clear
    case .limits: .limits
    case .warning: .warning
    case .background: .background
    case .wait: .wait
    case .use: .use
    case .release: .release
    case .discard: .discard
    case .viewport: .viewport
    case .place: .place
    }
  }

  /// The image of the operation, if it has one.
  package var image: ImageID? {
    switch self {
    case .set(let image, _), .get(let image), .remove(let image), .use(let image),
      .release(let image), .discard(let image), .place(let image, _):
      image
    case .clear, .limits, .warning, .background, .wait, .viewport: nil
    }
  }

  /// A Boolean value that indicates whether the evictions of the operation have no defined order.
  var evictsInAnyOrder: Bool { verb == .warning || verb == .background }
}
