/// The first track of a HEIF file that shows pictures: of an animation.
struct HEIFTrack {
  private(set) var codec = ""
  private(set) var width = 0, height = 0
  private(set) var frames = 0

  /// Nil if there is none.
  init?(_ bytes: inout HeaderBytes, in file: Range<Int>) throws(HeaderFault) {
    guard let movie = try bytes.box("moov", in: file) else { return nil }
    var place = movie.lowerBound
    while let box = try bytes.nextBox(at: &place, before: movie.upperBound) {
      guard box.name == "trak", let head = try bytes.box("tkhd", in: box.content),
        let samples = try Self.samples(&bytes, of: box.content),
        let kinds = try bytes.box("stsd", in: samples)?.lowerBound,
        let sizes = try bytes.box("stsz", in: samples)?.lowerBound
      else { continue }
      // The last eight bytes are the sides, in 16.16 fixed point.
      width = try bytes.u32(head.upperBound - 8) >> 16
      height = try bytes.u32(head.upperBound - 4) >> 16
      codec = try bytes.name(kinds + 12)
      frames = try bytes.u32(sizes + 8)
      if width > 0 { return }
    }
    return nil
  }

  private static func samples(
    _ bytes: inout HeaderBytes, of track: Range<Int>
  ) throws(HeaderFault) -> Range<Int>? {
    guard let media = try bytes.box("mdia", in: track),
      let information = try bytes.box("minf", in: media)
    else { return nil }
    return try bytes.box("stbl", in: information)
  }
}
