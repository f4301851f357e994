import ScrollDevice

/// PNG: chunks up to the pixels (W3C, Portable Network Graphics, third edition); what Xcode makes
/// of them for an app begins with a chunk of its own, `CgBI`.
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
    // Gray and color with alpha.
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
