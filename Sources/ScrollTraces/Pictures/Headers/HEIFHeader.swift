import ScrollDevice

/// The HEIC and AVIF formats: the primary item of the box `meta` and its properties.
///
/// In a file that has only a sequence, the first track of pictures takes the place of the item
/// (ISO/IEC 23008-12 and 14496-12).
///
/// The codec of the primary item, or of the tiles that compose it, determines the format, not the
/// brand.
enum HEIFHeader {
  private static let stills: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "mif2", "avif"]
  private static let sequences: Set<String> = ["hevc", "hevx", "msf1", "avis"]

  static func begins(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Bool {
    guard try bytes.has("ftyp", at: 4) else { return false }
    return !(try brands(&bytes)).isDisjoint(with: stills.union(sequences))
  }

  static func read(_ bytes: inout HeaderBytes) throws(HeaderFault) -> ImageHeader {
    let file = 0..<bytes.count
    let isSequence = !(try brands(&bytes)).isDisjoint(with: sequences)
    // A still image whose file is cut off after its header is valid.
    let track = isSequence ? (try? HEIFTrack(&bytes, in: file)) : nil
    guard let meta = try bytes.box("meta", in: file) else {
      guard let track else {
        throw HeaderFault("has neither a box meta nor a track of pictures", expected: "a picture")
      }
      return try ImageHeader(
        format(of: track.codec), width: track.width, height: track.height,
        isAnimated: track.frames > 1)
    }
    let item = try HEIFItem(&bytes, primaryOf: meta)
    return try ImageHeader(
      format(of: item.codec), width: item.width, height: item.height,
      orientation: item.orientation, hasAlpha: item.hasAlpha,
      isAnimated: (track?.frames ?? 1) > 1)
  }

  /// Returns the major brand and the compatible brands of the file, at most sixty.
  private static func brands(_ bytes: inout HeaderBytes) throws(HeaderFault) -> Set<String> {
    var brands: Set = [try bytes.name(8)]
    let end = min(try bytes.u32(0), bytes.count, 256)
    for place in stride(from: 16, through: end - 4, by: 4) {
      brands.insert(try bytes.name(place))
    }
    return brands
  }

  private static func format(of codec: String) throws(HeaderFault) -> ImageFormat {
    switch codec {
    case "hvc1", "hev1": return .heic
    case "av01": return .avif
    case "jpeg": return .jpeg
    case "j2k1": return .jpeg2000
    default:
      throw HeaderFault(
        "has a picture of the codec '\(ClippedText(codec))'", expected: "HEVC or AV1")
    }
  }
}

/// The first track of a HEIF file with pictures, for an animation.
struct HEIFTrack {
  private(set) var codec = ""
  private(set) var width = 0, height = 0
  private(set) var frames = 0

  /// Finds the track; `nil` if there is none.
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
