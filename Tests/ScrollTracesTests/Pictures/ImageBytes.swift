/// Smallest files of every format, byte by byte as the standards have them.
enum ImageBytes {
  static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func little(_ number: Int, _ size: Int) -> [UInt8] { big(number, size).reversed() }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: - EXIF

  /// A directory with a maker and an orientation.
  static func exif(_ orientation: Int, isLittle: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      isLittle ? little(value, size) : big(value, size)
    }
    var bytes = text(isLittle ? "II" : "MM") + number(42, 2) + number(8, 4) + number(2, 2)
    bytes += number(0x010f, 2) + number(2, 2) + number(4, 4) + text("abc\0")
    bytes += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    return bytes + number(0, 4)
  }

  // MARK: - JPEG

  static func jpeg(
    _ width: Int, _ height: Int, exif: [UInt8] = [], frame: UInt8 = 0xc0, padding: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xff, 0xd8]
    if !exif.isEmpty { bytes += segment(0xe1, text("Exif\0\0") + exif) }
    bytes += segment(0xdb, [UInt8](repeating: 1, count: 65)) + padding
    bytes += segment(frame, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
    return bytes + segment(0xda, [1, 1, 0, 0, 63, 0]) + [0, 0xff, 0xd9]
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xff, marker] + big(content.count + 2, 2) + content
  }

  // MARK: - PNG

  static func png(_ width: Int, _ height: Int, color: UInt8 = 2, chunks: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = [0x89] + text("PNG\r\n") + [0x1a, 0x0a]
    bytes += chunk("IHDR", big(width, 4) + big(height, 4) + [8, color, 0, 0, 0])
    return bytes + chunks + chunk("IDAT", [0]) + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + text(name) + content + [0, 0, 0, 0]
  }

  // MARK: - GIF

  static func gif(
    _ width: Int, _ height: Int, frames: Int = 1, isTransparent: Bool = false,
    frame: (width: Int, height: Int)? = nil
  ) -> [UInt8] {
    var bytes = text("GIF89a") + little(width, 2) + little(height, 2) + [0x80, 0, 0]
    bytes += [UInt8](repeating: 0, count: 6)
    let (across, down) = frame ?? (width, height)
    for _ in 0..<frames {
      bytes += [0x21, 0xf9, 4, isTransparent ? 1 : 0, 0, 0, 0, 0]
      bytes += [0x2c, 0, 0, 0, 0] + little(across, 2) + little(down, 2) + [0, 2, 2, 0x4c, 1, 0]
    }
    return bytes + [0x3b]
  }

  // MARK: - WebP

  static func webp(_ chunks: [UInt8]) -> [UInt8] {
    text("RIFF") + little(chunks.count + 4, 4) + text("WEBP") + chunks
  }

  static func lossyWebP(_ width: Int, _ height: Int) -> [UInt8] {
    webp(riff("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a] + little(width, 2) + little(height, 2)))
  }

  static func losslessWebP(_ width: Int, _ height: Int, hasAlpha: Bool) -> [UInt8] {
    webp(
      riff("VP8L", [0x2f] + little(width - 1 | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0), 4)))
  }

  static func extendedWebP(
    _ width: Int, _ height: Int, flags: UInt8, exif: [UInt8] = []
  ) -> [UInt8] {
    var bytes = riff("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    bytes += riff("VP8 ", [1, 2, 3])
    if !exif.isEmpty { bytes += riff("EXIF", exif) }
    return webp(bytes)
  }

  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    text(name) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  // MARK: - JPEG 2000

  static func jp2(
    _ width: Int, _ height: Int, components: Int = 3, further: [UInt8] = []
  ) -> [UInt8] {
    let header = box("ihdr", big(height, 4) + big(width, 4) + big(components, 2) + [7, 7, 0, 0])
    return box("jP  ", [0x0d, 0x0a, 0x87, 0x0a]) + box("ftyp", text("jp2 ") + big(0, 4))
      + box("jp2h", header + further)
  }

  static func codeStream(_ width: Int, _ height: Int, components: Int = 3) -> [UInt8] {
    [0xff, 0x4f, 0xff, 0x51] + big(38 + 3 * components, 2) + big(0, 2) + big(width + 5, 4)
      + big(height + 7, 4) + big(5, 4) + big(7, 4) + [UInt8](repeating: 0, count: 16)
      + big(components, 2)
  }

  // MARK: - HEIF

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + text(name) + content
  }

  /// A box with a version and flags.
  static func fullBox(_ name: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
    box(name, [version, 0, 0, 0] + content)
  }

  /// An item's properties by number, from 1.
  struct Item {
    var id: Int, kind: String, properties: [UInt8]
    var references: (name: String, to: [Int])?
  }

  static func heif(
    brand: String = "heic", primary: Int = 1, items: [Item], properties: [[UInt8]],
    further: [UInt8] = []
  ) -> [UInt8] {
    let entries = items.flatMap {
      fullBox("infe", version: 2, big($0.id, 2) + big(0, 2) + text($0.kind) + [0])
    }
    let associations = items.flatMap {
      big($0.id, 2) + [UInt8($0.properties.count)] + $0.properties
    }
    let references = items.flatMap { item in
      item.references.map {
        box($0.name, big(item.id, 2) + big($0.to.count, 2) + $0.to.flatMap { big($0, 2) })
      } ?? []
    }
    var meta = fullBox("hdlr", big(0, 4) + text("pict") + big(0, 12))
    meta += fullBox("pitm", big(primary, 2))
    meta += fullBox("iinf", big(items.count, 2) + entries)
    if !references.isEmpty { meta += fullBox("iref", references) }
    meta += box(
      "iprp",
      box("ipco", properties.flatMap { $0 }) + fullBox("ipma", big(items.count, 4) + associations))
    return box("ftyp", text(brand) + big(0, 4) + text("mif1")) + fullBox("meta", meta) + further
      + box("mdat", [1, 2, 3])
  }

  static func extents(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", big(width, 4) + big(height, 4))
  }

  /// A track of pictures.
  static func movie(_ width: Int, _ height: Int, codec: String, frames: Int) -> [UInt8] {
    let samples =
      fullBox("stsd", big(1, 4) + box(codec, [0])) + fullBox("stsz", big(0, 4) + big(frames, 4))
    let media = box("mdia", box("minf", box("stbl", samples)))
    return box(
      "moov",
      box("trak", fullBox("tkhd", big(0, 72) + big(width << 16, 4) + big(height << 16, 4)) + media))
  }
}
