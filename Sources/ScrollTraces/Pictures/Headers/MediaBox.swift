/// A box of a file in the ISO base media file format (ISO/IEC 14496-12), of which JPEG 2000 and
/// HEIF files consist.
struct MediaBox {
  let name: String
  /// What is in the box.
  let content: Range<Int>
}

extension HeaderBytes {
  /// The box at a place, which moves on behind it; nil at the end.
  /// - Throws: `HeaderFault` for a box that is larger than what it is in.
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
      // To the end of what it is in.
      size = end - place
    }
    guard size >= content - place, size <= end - place else {
      throw HeaderFault(
        "has a box of \(size) bytes at byte \(place)",
        expected: "from \(content - place) to \(end - place)")
    }
    place += size
    return MediaBox(name: name, content: content..<place)
  }

  /// The first box of a name.
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
