import ScrollDevice

/// The WebP format: the first chunk of its RIFF file, and `EXIF` if the flags announce it (RFC
/// 9649).
enum WebPHeader {
  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    guard try bytes.has("RIFF", at: 0) else { return false }
    return try bytes.has("WEBP", at: 8)
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    switch try bytes.name(12) {
    case "VP8 ":
      guard try bytes.byte(23) == 0x9d, try bytes.byte(24) == 0x01, try bytes.byte(25) == 0x2a
      else {
        throw HeaderFault("has no key frame at byte 20", expected: "its first frame")
      }
      return try ImageHeader(
        .webp, width: bytes.little(26, bytes: 2) & 0x3fff,
        height: bytes.little(28, bytes: 2) & 0x3fff)
    case "VP8L":
      guard try bytes.byte(20) == 0x2f else {
        throw HeaderFault(
          "has no signature at byte 20", expected: "the header of a WebP without loss")
      }
      let sides = try bytes.little(21, bytes: 4)
      return try ImageHeader(
        .webp, width: 1 + sides & 0x3fff, height: 1 + sides >> 14 & 0x3fff,
        hasAlpha: sides >> 28 & 1 == 1)
    case "VP8X":
      let flags = try bytes.byte(20)
      return try ImageHeader(
        .webp, width: 1 + bytes.little(24, bytes: 3), height: 1 + bytes.little(27, bytes: 3),
        orientation: flags & 0x08 != 0 ? orientation(&bytes) : 1, hasAlpha: flags & 0x10 != 0,
        isAnimated: flags & 0x02 != 0)
    default:
      throw HeaderFault(
        "has no picture at byte 12", expected: "a chunk VP8, VP8L or VP8X of a WebP")
    }
  }

  private static func orientation(_ bytes: inout HeaderBytes) -> Int {
    var place = 12
    while let isExif = try? bytes.has("EXIF", at: place),
      let length = try? bytes.little(place + 4, bytes: 4)
    {
      if isExif {
        return ExifOrientation.read(&bytes, from: place + 8, to: place + 8 + length)
      }
      // Chunks are padded to an even length.
      place += 8 + length + length & 1
    }
    return 1
  }
}
