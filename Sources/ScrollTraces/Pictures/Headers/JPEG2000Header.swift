import ScrollDevice

/// The JPEG 2000 format: the box `jp2h` of a JP2 file, or the segment SIZ of a bare code stream.
///
/// Source: ITU-T T.800, annexes A and I.
///
/// A bare code stream does not state what its components mean. Two components count as gray with
/// alpha, and four as color with alpha.
enum JPEG2000Header {
  private static let stream: [UInt8] = [0xff, 0x4f, 0xff, 0x51]

  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    if try bytes.has(stream) { return true }
    return try bytes.has("jP  \r\n", at: 4)
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    if try bytes.has(stream) { return try readStream(&bytes) }
    guard let header = try bytes.box("jp2h", in: 0..<bytes.count),
      let image = try bytes.box("ihdr", in: header)?.lowerBound
    else { throw HeaderFault("has no box ihdr in jp2h", expected: "the header of a JPEG 2000") }
    return try ImageHeader(
      .jpeg2000, width: bytes.u32(image + 4), height: bytes.u32(image),
      hasAlpha: hasAlpha(&bytes, header, components: bytes.u16(image + 8)))
  }

  private static func readStream(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    let components = try bytes.u16(40)
    return try ImageHeader(
      .jpeg2000, width: bytes.u32(8) - bytes.u32(16), height: bytes.u32(12) - bytes.u32(20),
      hasAlpha: components == 2 || components == 4)
  }

  /// Returns `true` if the box `cdef` has an alpha channel.
  ///
  /// Without that box, the number of components and the color space decide.
  private static func hasAlpha(
    _ bytes: inout HeaderBytes, _ header: Range<Int>, components: Int
  ) throws(HeaderFault) -> Bool {
    if let definition = try bytes.box("cdef", in: header) {
      let channels = try bytes.u16(definition.lowerBound)
      for channel in 0..<min(channels, definition.count / 6) {
        // 1: opacity, 2: opacity with premultiplied colors.
        if 1...2 ~= (try bytes.u16(definition.lowerBound + 4 + 6 * channel)) { return true }
      }
      return false
    }
    var isCMYK = false
    if let color = try bytes.box("colr", in: header)?.lowerBound, try bytes.byte(color) == 1 {
      isCMYK = try bytes.u32(color + 3) == 12
    }
    return components == 2 || components == 4 && !isCMYK
  }
}
