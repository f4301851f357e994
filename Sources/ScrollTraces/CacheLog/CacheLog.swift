package import ScrollCore

/// What was done to a cache that was empty at first, and what was seen of it.
///
/// Keys are numbered in the order in which they first appear.
package struct CacheLog: Sendable {
  /// An operation, and what was seen because of it.
  package struct Entry: Sendable, Equatable {
    /// Of the file; counted from 1.
    package let line: Int
    package fileprivate(set) var operation: CacheOperation
    /// Whether a look-up found its value; nil where that was not seen.
    package var hit: Bool?
    /// What left by the cache's own decision, in the order told.
    package var evicted: [ImageID] = []
    /// Whether values were seen to have their content.
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

  /// Whether a discardable value had its content.
  package struct Content: Sendable, Equatable {
    package let image: ImageID
    package let isKept: Bool

    package init(image: ImageID, isKept: Bool) {
      self.image = image
      self.isKept = isKept
    }
  }

  /// What it is called in messages.
  package var name: String
  package var header: CacheLogHeader
  package private(set) var entries: [Entry] = []
  /// The key of each image.
  package private(set) var keys: [String] = []
  private var numbers: [String: Int] = [:]

  /// A log without operations.
  package init(named name: String, _ header: CacheLogHeader) {
    self.name = name
    self.header = header
  }

  /// The number of a key, which is given one if it is new.
  package mutating func image(_ key: String) -> ImageID {
    if let number = numbers[key] { return ImageID(number) }
    numbers[key] = keys.count
    keys.append(key)
    return ImageID(keys.count - 1)
  }

  /// The key of an image.
  package func key(_ image: ImageID) -> String { keys[Int(image.index)] }

  package mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Adds what the cache let go because of the last operation.
  /// - Precondition: there is one.
  package mutating func append(evicted image: ImageID) {
    entries[entries.count - 1].evicted.append(image)
    if entries[entries.count - 1].operation.evictsInAnyOrder {
      entries[entries.count - 1].evicted.sort()
    }
  }

  /// Adds further places of an image to those that the last operation has told.
  /// - Returns: false if that has told none of this image.
  mutating func append(_ places: [LoggedPlace], of image: ImageID) -> Bool {
    guard let last = entries.last, case .place(image, let first) = last.operation else {
      return false
    }
    entries[entries.count - 1].operation = .place(image, first + places)
    return true
  }

  /// Adds what was seen of a value's content after the last operation.
  /// - Precondition: there is one.
  package mutating func append(_ content: Content) {
    entries[entries.count - 1].contents.append(content)
  }
}

extension CacheLog {
  /// What a probe can ask of the cache: what the first line says, or else the simplest and what the
  /// log has, but for where things are on a screen.
  package var verbs: [CacheVerb] {
    if let said = header.verbs { return said }
    let known = Set([.set, .get, .remove] + entries.map(\.operation.verb))
    return CacheVerb.all(in: 1).filter { known.contains($0) }
  }

  /// Whether it says where keys lie.
  package var hasPlaces: Bool { entries.contains { $0.operation.verb == .place } }
}
