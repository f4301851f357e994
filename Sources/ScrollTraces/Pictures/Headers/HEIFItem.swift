/// The primary item of a HEIF file: the picture that viewers show.
struct HEIFItem {
  /// The codec of the item, or of the tiles that compose it.
  private(set) var codec = ""
  private(set) var width = 0, height = 0
  private(set) var orientation = 1
  private(set) var hasAlpha = false

  private let items: Range<Int>
  private let properties: Range<Int>?

  /// Finds the primary item in a box `meta`.
  init(_ bytes: inout HeaderBytes, primaryOf meta: Range<Int>) throws(HeaderFault) {
    // Version and flags.
    items = min(meta.lowerBound + 4, meta.upperBound)..<meta.upperBound
    properties = try bytes.box("iprp", in: items)
    guard let primary = try bytes.box("pitm", in: items)?.lowerBound else {
      throw HeaderFault("has no box pitm in meta", expected: "a primary item")
    }
    let item = try bytes.byte(primary) == 0 ? bytes.u16(primary + 4) : bytes.u32(primary + 4)
    codec = try codec(of: item, &bytes) ?? ""
    if !Self.codecs.contains(codec), let tile = try target(of: "dimg", from: item, &bytes) {
      codec = try codec(of: tile, &bytes) ?? ""
    }
    try readProperties(of: item, &bytes)
    hasAlpha = try hasAlpha(item, &bytes)
    guard width > 0 else {
      throw HeaderFault("has a picture without a property ispe", expected: "its size")
    }
  }

  private static let codecs: Set = ["hvc1", "hev1", "av01", "jpeg", "j2k1"]

  private mutating func readProperties(
    of item: Int, _ bytes: inout HeaderBytes
  ) throws(HeaderFault) {
    var (quarters, mirror) = (0, Int?.none)
    var (width, height) = (0, 0)
    try forEachProperty(of: item, &bytes) { (property, bytes) throws(HeaderFault) in
      let start = property.content.lowerBound
      switch property.name {
      case "ispe": (width, height) = (try bytes.u32(start + 4), try bytes.u32(start + 8))
      case "irot": quarters = Int(try bytes.byte(start) & 3)
      case "imir": mirror = Int(try bytes.byte(start) & 1)
      // A clean aperture: a width and a height, each a fraction.
      case "clap":
        width = try bytes.u32(start) / max(1, bytes.u32(start + 4))
        height = try bytes.u32(start + 8) / max(1, bytes.u32(start + 12))
      default: break
      }
    }
    (self.width, self.height) = (width, height)
    // The rotation counterclockwise in quarters comes first, then the exchange of top and bottom
    // (0) or of left and right (1).
    orientation =
      switch mirror {
      case nil: [1, 8, 3, 6][quarters]
      case 0: [4, 5, 2, 7][quarters]
      default: [2, 7, 4, 5][quarters]
      }
  }

  /// Returns `true` if another item is the item's alpha plane.
  private func hasAlpha(_ item: Int, _ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    var found = false
    for auxiliary in try sources(of: "auxl", to: item, &bytes) {
      try forEachProperty(of: auxiliary, &bytes) { (property, bytes) throws(HeaderFault) in
        guard property.name == "auxC" else { return }
        let type = property.content.lowerBound + 4
        for alpha in ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"]
          as [StaticString]
        where try bytes.has(alpha, at: type) { found = true }
      }
    }
    return found
  }

  private func codec(of item: Int, _ bytes: inout HeaderBytes) throws(HeaderFault) -> String? {
    guard let list = try bytes.box("iinf", in: items) else { return nil }
    var place = list.lowerBound + (try bytes.byte(list.lowerBound) == 0 ? 6 : 8)
    while let entry = try bytes.nextBox(at: &place, before: list.upperBound)?.content.lowerBound {
      let isLong = try bytes.byte(entry) > 2
      guard try isLong ? bytes.u32(entry + 4) == item : bytes.u16(entry + 4) == item else {
        continue
      }
      return try bytes.name(entry + (isLong ? 10 : 8))
    }
    return nil
  }

  // MARK: - References

  private func target(
    of kind: String, from item: Int, _ bytes: inout HeaderBytes
  ) throws(HeaderFault) -> Int? {
    try references(kind, &bytes).first { $0.from == item }?.to
  }

  private func sources(
    of kind: String, to item: Int, _ bytes: inout HeaderBytes
  ) throws(HeaderFault) -> [Int] {
    try references(kind, &bytes).filter { $0.to == item }.map(\.from)
  }

  /// Returns the references of a kind as pairs of items; the first item refers to the second.
  private func references(
    _ kind: String, _ bytes: inout HeaderBytes
  ) throws(HeaderFault) -> [(from: Int, to: Int)] {
    guard let list = try bytes.box("iref", in: items) else { return [] }
    let size = try bytes.byte(list.lowerBound) == 0 ? 2 : 4
    var (place, found) = (list.lowerBound + 4, [(from: Int, to: Int)]())
    while let reference = try bytes.nextBox(at: &place, before: list.upperBound) {
      guard reference.name == kind, reference.content.count >= 2 * size + 2 else { continue }
      let (from, to) = (
        reference.content.lowerBound, reference.content.lowerBound + size + 2
      )
      if size == 2 {
        found.append((try bytes.u16(from), try bytes.u16(to)))
      } else {
        found.append((try bytes.u32(from), try bytes.u32(to)))
      }
    }
    return found
  }

  // MARK: - Properties

  /// Visits the properties of an item, in the order in which they apply.
  private func forEachProperty(
    of item: Int, _ bytes: inout HeaderBytes,
    _ body: (MediaBox, inout HeaderBytes) throws(HeaderFault) -> Void
  ) throws(HeaderFault) {
    guard let properties, let all = try bytes.box("ipco", in: properties) else { return }
    var place = properties.lowerBound
    while let box = try bytes.nextBox(at: &place, before: properties.upperBound) {
      guard box.name == "ipma" else { continue }
      for number in try associations(of: item, in: box.content, &bytes) {
        var (position, count) = (all.lowerBound, 0)
        while let property = try bytes.nextBox(at: &position, before: all.upperBound) {
          count += 1
          if count == number { try body(property, &bytes) }
        }
      }
    }
  }

  /// Returns the numbers of an item's properties, from 1.
  private func associations(
    of item: Int, in list: Range<Int>, _ bytes: inout HeaderBytes
  ) throws(HeaderFault) -> [Int] {
    let start = list.lowerBound
    let isLong = try bytes.byte(start) > 0
    let isWide = try bytes.byte(start + 3) & 1 == 1
    let entries = try bytes.u32(start + 4)
    var place = start + 8
    for _ in 0..<entries {
      guard place < list.upperBound else { break }
      let id = try isLong ? bytes.u32(place) : bytes.u16(place)
      place += isLong ? 4 : 2
      let count = Int(try bytes.byte(place))
      place += 1
      let size = isWide ? 2 : 1
      if id == item {
        var numbers: [Int] = []
        for index in 0..<count {
          // The highest bit indicates whether a reader must know the property.
          numbers.append(
            try isWide
              ? bytes.u16(place + 2 * index) & 0x7fff : Int(bytes.byte(place + index) & 0x7f))
        }
        return numbers
      }
      place += count * size
    }
    return []
  }
}

/// A box of a file in the ISO base media file format (ISO/IEC 14496-12), of which JPEG 2000 and
/// HEIF files consist.
struct MediaBox {
  let name: String
  /// The range of the box's content.
  let content: Range<Int>
}

extension HeaderBytes {
  /// Returns the box at a place and moves the place behind it; `nil` at the end.
  /// - Throws: `HeaderFault` for a box that is larger than its container.
  mutating func nextBox(at place: inout Int, before end: Int) throws(HeaderFault) -> MediaBox? {
    guard place < end else { return nil }
    var (size, content) = (try u32(place), place + 8)
    let name = try name(place + 4)
    if size == 1 {
      guard let large = try u64(place + 8) else {
        throw HeaderFault("has a box of too many bytes at byte \(place)", expected: "a smaller one")
      }
      (size, content) = (large, content + 8)
    } else if size == 0 {
      // The box extends to the end of its container.
      size = end - place
    }
    guard size >= content - place, size <= end - place else {
      let (least, most) = (content - place, end - place)
      throw HeaderFault(
        "has a box of \(size) bytes at byte \(place)",
        expected: least == most ? "\(least)" : "from \(least) to \(most)")
    }
    place += size
    return MediaBox(name: name, content: content..<place)
  }

  /// Returns the content of the first box with a name.
  mutating func box(
    _ name: String, in range: Range<Int>
  ) throws(HeaderFault) -> Range<Int>? {
    var place = range.lowerBound
    while let box = try nextBox(at: &place, before: range.upperBound) {
      if box.name == name { return box.content }
    }
    return nil
  }
}
