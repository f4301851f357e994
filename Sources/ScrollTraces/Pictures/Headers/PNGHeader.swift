import ScrollDevice

/// The PNG format: chunks up to the pixels (W3C, Portable Network Graphics, third edition).
///
/// A file that Xcode converted for an app begins with an additional chunk, `CgBI`.
enum PNGHeader {
  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    try bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    var place = 8
    if try bytes.has("CgBI", at: place + 4) { place += 12 + (try bytes.u32(place)) }
    guard try bytes.u32(place) == 13, try bytes.has("IHDR", at: place + 4) else {
      throw HeaderFault(
        "has no chunk IHDR of 13 bytes at byte \(place)", expected: "the header of a PNG")
    }
    let (width, height) = (try bytes.u32(place + 8), try bytes.u32(place + 12))
    // Gray with alpha and color with alpha.
    let color = try bytes.byte(place + 17)
    var (hasAlpha, isAnimated, orientation) = (color == 4 || color == 6, false, 1)
    place += 25
    while try !bytes.has("IDAT", at: place + 4) {
      let length = try bytes.u32(place)
      switch try bytes.name(place + 4) {
      case "tRNS": hasAlpha = true
      case "acTL": isAnimated = try bytes.u32(place + 8) > 1
      case "eXIf":
        orientation = ExifOrientation.read(&bytes, from: place + 8, to: place + 8 + length)
      case "IEND":
        throw HeaderFault("ends at byte \(place) without pixels", expected: "a chunk IDAT")
      default: break
      }
      place += 12 + length
    }
    return try ImageHeader(
      .png, width: width, height: height, orientation: orientation, hasAlpha: hasAlpha,
      isAnimated: isAnimated)
  }
}

/// The orientation in EXIF data, which is a small TIFF file (EXIF 2.32, section 4.6.2).
enum ExifOrientation {
  private static let tag = 274, short = 3, long = 4

  /// Returns the orientation.
  ///
  /// Viewers show images with invalid EXIF data, so nothing here is an error.
  /// - Parameters:
  ///   - bytes: the bytes of the image's file.
  ///   - start: the start of the EXIF data.
  ///   - end: the end of the EXIF data.
  /// - Returns: 1 to 8; 1 for data without a valid orientation.
  static func read(_ bytes: inout HeaderBytes, from start: Int, to end: Int) -> Int {
    let found = try? firstDirectory(&bytes, start, end)
    guard let found, 1...8 ~= found else { return 1 }
    return found
  }

  private static func firstDirectory(
    _ bytes: inout HeaderBytes, _ start: Int, _ end: Int
  ) throws(HeaderFault) -> Int? {
    // Some writers put the name of a JPEG's segment before the data in every format.
    let start = try bytes.has("Exif\0\0", at: start) ? start + 6 : start
    let isLittle: Bool
    if try bytes.has("II*\0", at: start) {
      isLittle = true
    } else if try bytes.has("MM\0*", at: start) {
      isLittle = false
    } else {
      return nil
    }
    func number(_ offset: Int, _ size: Int) throws(HeaderFault) -> Int {
      guard offset + size <= end else { return 0 }
      if isLittle { return try bytes.little(offset, bytes: size) }
      return size == 2 ? try bytes.u16(offset) : try bytes.u32(offset)
    }
    let directory = start + (try number(start + 4, 4))
    for entry in 0..<(try number(directory, 2)) {
      let place = directory + 2 + 12 * entry
      guard try number(place, 2) == tag else { continue }
      switch try number(place + 2, 2) {
      case short: return try number(place + 8, 2)
      case long: return try number(place + 8, 4)
      default: return nil
      }
    }
    return nil
  }
}
