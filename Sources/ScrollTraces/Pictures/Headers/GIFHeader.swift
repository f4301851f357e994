import ScrollDevice

/// The GIF format: the logical screen, and blocks up to the second frame.
///
/// Source: CompuServe, Graphics Interchange Format, version 89a.
///
/// A first frame that extends beyond the logical screen enlarges the image, as in decoders. The
/// image has transparency if its first frame has.
enum GIFHeader {
  private static let extensionBlock: UInt8 = 0x21, frame: UInt8 = 0x2c

  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    if try bytes.has("GIF87a", at: 0) { return true }
    return try bytes.has("GIF89a", at: 0)
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    var place = 13 + (try paletteSize(&bytes, flags: 10))
    var hasAlpha = false
    while true {
      let block = try bytes.byte(place)
      if block == frame { break }
      guard block == extensionBlock else {
        throw HeaderFault("has no frame before byte \(place)", expected: "a picture")
      }
      if try bytes.byte(place + 1) == 0xf9 { hasAlpha = try bytes.byte(place + 3) & 1 == 1 }
      place = try endOfData(&bytes, place + 2)
    }
    let right = try bytes.little(place + 1, bytes: 2) + bytes.little(place + 5, bytes: 2)
    let bottom = try bytes.little(place + 3, bytes: 2) + bytes.little(place + 7, bytes: 2)
    let another = try? hasFrame(&bytes, after: place)
    return try ImageHeader(
      .gif, width: max(right, bytes.little(6, bytes: 2)),
      height: max(bottom, bytes.little(8, bytes: 2)), hasAlpha: hasAlpha,
      isAnimated: another ?? false)
  }

  /// Returns `true` if another frame follows a frame.
  private static func hasFrame(
    _ bytes: inout HeaderBytes, after first: Int
  ) throws(HeaderFault) -> Bool {
    // One byte has the size of the codes.
    var place = first + 11 + (try paletteSize(&bytes, flags: first + 9))
    place = try endOfData(&bytes, place)
    while try bytes.byte(place) == extensionBlock { place = try endOfData(&bytes, place + 2) }
    return try bytes.byte(place) == frame
  }

  /// Returns the bytes of a color table, or 0 if the flags have none.
  private static func paletteSize(
    _ bytes: inout HeaderBytes, flags: Int
  ) throws(HeaderFault) -> Int {
    let flags = try bytes.byte(flags)
    return flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Returns the place after some blocks of data, the last of which is empty.
  private static func endOfData(
    _ bytes: inout HeaderBytes, _ start: Int
  ) throws(HeaderFault) -> Int {
    var place = start
    while true {
      let length = Int(try bytes.byte(place))
      place += 1 + length
      if length == 0 { return place }
    }
  }
}
