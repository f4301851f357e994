/// What the trace uses of the cache's values, a counter for each, and what it did wrong.
struct ContentAccesses {
  /// A value in use, and how often that was begun and not ended.
  struct Access {
    var key: KeyIndex, bitmap: BitmapIndex
    var count = 1
  }

  /// In the order in which they began.
  private(set) var open: [Access] = []
  private var begun = 0, refused = 0, errors = 0

  func isOpen(_ key: KeyIndex) -> Bool { open.contains { $0.key == key } }

  /// A use begins: the first of a bitmap, or one more (none).
  mutating func begin(_ key: KeyIndex, to bitmap: BitmapIndex) {
    begun += 1
    if let place = open.firstIndex(where: { $0.key == key }) {
      open[place].count += 1
    } else {
      open.append(Access(key: key, bitmap: bitmap))
    }
  }

  /// A beginning is answered NO.
  mutating func refuse() { refused += 1 }

  /// A use, or the end of one, that had not begun.
  mutating func misuse() { errors += 1 }

  /// A use ends; what is no longer used at all, none if it still is.
  mutating func end(_ key: KeyIndex) -> BitmapIndex {
    guard let place = open.firstIndex(where: { $0.key == key }) else { return .none }
    open[place].count -= 1
    return open[place].count > 0 ? .none : open.remove(at: place).bitmap
  }

  /// All that is used, and no longer is, in the order of keys.
  mutating func takeAll() -> [Access] {
    defer { open = [] }
    return open.sorted { $0.key.number < $1.key.number }
  }

  /// Writes the figures down.
  func report(into figures: inout RunReport.CacheFigures) {
    figures.accesses = begun
    figures.refusedAccesses = refused
    figures.accessErrors = errors
  }
}
