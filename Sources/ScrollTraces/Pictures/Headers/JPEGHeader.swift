import ScrollDevice

/// The JPEG format: segments up to the frame header (ITU-T T.81, annex B), EXIF in APP1.
enum JPEGHeader {
  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    try bytes.has([0xff, 0xd8, 0xff])
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    var (place, orientation) = (2, 1)
    while true {
      // Decoders skip bytes between two segments.
      while try bytes.byte(place) != 0xff { place += 1 }
      while try bytes.byte(place) == 0xff { place += 1 }
      let marker = try bytes.byte(place)
      place += 1
      switch marker {
      // Without a length: a stuffed byte, TEM, restarts, a second beginning.
      case 0x00, 0x01, 0xd0...0xd8: continue
      case 0xd9, 0xda:
        throw HeaderFault(
          "begins its pixels at byte \(place - 2) without a size",
          expected: "a frame header before them")
      default: break
      }
      let length = try bytes.u16(place)
      guard length >= 2 else {
        throw HeaderFault(
          "has a segment of length \(length) at byte \(place - 2)", expected: "2 or more")
      }
      switch marker {
      // C4, C8 and CC are tables and a reserved one.
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return try ImageHeader(
          marker & 3 == 2 ? .progressiveJPEG : .jpeg, width: bytes.u16(place + 5),
          height: bytes.u16(place + 3), orientation: orientation)
      case 0xe1:
        guard orientation == 1, try bytes.has("Exif\0\0", at: place + 2) else { break }
        orientation = ExifOrientation.read(&bytes, from: place + 8, to: place + length)
      default: break
      }
      place += length
    }
  }
}

extension HeaderBytes {
  /// Returns `true` if the file begins with these bytes.
  mutating func has(_ beginning: [UInt8]) throws(HeaderFault) -> Bool {
    for (offset, byte) in beginning.enumerated() {
      guard offset < count, try self.byte(offset) == byte else { return false }
    }
    return true
  }
}
