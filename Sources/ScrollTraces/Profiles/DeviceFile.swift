import ScrollCore
public import ScrollDevice

/// A reader and writer of device profiles in YAML, for built-in and custom ones.
///
/// Every figure is a mapping `{value: 80 MB/s, source: ...}`: a number with its unit, and a
/// publication or `estimate` with a reason. Unknown fields, figures without a source, and unknown
/// units are errors. A figure may state its relative standard `error`. For every codec of the
/// traces that run on the device, `decode` has either `any` or both `photo` and `graphic`. Each of
/// these is linear (`fixed`, `perMegapixel`, `perMegabyte`) or a table (`points`, by rising
/// pixels), with the spread between `files` and between `jobs` if it was measured. Hybrid images
/// and textures have no entry. `memory.swap` is absent if memory is not paged out, and
/// `memory.firstTouch`, `memory.keptForReuse`, `cores.sideBySide` and `cores.drift` are absent if
/// they were not measured. All other fields are required.
public enum DeviceFile {
  static let kind = "device"

  /// Reads a file.
  /// - Throws: `YAMLFileError` with the file, the line, the field, the value found and the expected
  ///   one.
  public static func load(path: String) throws(YAMLFileError) -> DeviceProfile {
    try parse(YAMLText.load(path: path, kind: kind), file: path)
  }

  /// Reads text.
  /// - Parameters:
  ///   - text: the YAML text.
  ///   - file: the name of the file in error messages.
  /// - Returns: the profile, with every figure in the order of `DeviceProfile`.
  /// - Throws: `YAMLFileError`, like `load(path:)`.
  public static func parse(
    _ text: String, file: String
  ) throws(YAMLFileError) -> DeviceProfile {
    try profile(YAMLText.compose(text, file: file, kind: kind))
  }
}

extension DeviceFile {
  typealias Decode = (
    latencies: [DeviceProfile.Codec: DecodeLatency], spread: [DeviceProfile.Codec: DecodeSpread]
  )

  /// Reads the decode times, and their spread if it is stated.
  ///
  /// The result has entries for both content classes of every format in the file.
  static func decode(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> Decode {
    let formats = try field.fields(ImageFormat.codecs.map(\.rawValue))
    var decode: Decode = ([:], [:])
    for format in ImageFormat.codecs {
      guard let entry = formats[format.rawValue] else { continue }
      let contents = try entry.fields(["any"] + ContentClass.allCases.map(\.rawValue))
      if let any = contents["any"] {
        guard contents.named.count == 1 else {
          throw entry.wrong("either 'any' or both 'photo' and 'graphic'")
        }
        let (latency, spread) = try times(any, &reader)
        for content in ContentClass.allCases {
          decode.latencies[.init(format, content)] = latency
          decode.spread[.init(format, content)] = spread
        }
      } else {
        for content in ContentClass.allCases {
          let field = try contents.required(
            content.rawValue, expected: "decode times, or 'any' for both contents")
          let (latency, spread) = try times(field, &reader)
          decode.latencies[.init(format, content)] = latency
          decode.spread[.init(format, content)] = spread
        }
      }
    }
    guard !decode.latencies.isEmpty else {
      throw field.wrong("decode times of at least one format")
    }
    return decode
  }

  private static func times(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> (DecodeLatency, DecodeSpread?) {
    let linear = ["fixed", "perMegapixel", "perMegabyte"], spread = ["files", "jobs"]
    let fields = try field.fields(["points"] + linear + spread)
    let latency: DecodeLatency
    if let points = fields["points"] {
      guard linear.allSatisfy({ fields[$0] == nil }) else {
        throw field.wrong("either points or \(linear.joined(separator: ", "))")
      }
      latency = .table(try table(points, &reader))
    } else {
      latency = .linear(
        fixed: try reader.number("fixed", of: fields, .time),
        perMegapixel: try reader.number("perMegapixel", of: fields, .timePerMegapixel),
        perMegabyte: try reader.number("perMegabyte", of: fields, .timePerMegabyte))
    }
    guard spread.contains(where: { fields[$0] != nil }) else { return (latency, nil) }
    func share(_ name: String) throws(YAMLFileError) -> Double {
      guard let field = fields[name] else { return 0 }
      return try reader.number(field, .share)
    }
    return (latency, DecodeSpread(files: try share("files"), jobs: try share("jobs")))
  }

  private static func table(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> [DecodeLatency.Point] {
    let expected = "at least two of {pixels: ..., value: ..., source: ...}"
    var points: [DecodeLatency.Point] = []
    for element in try field.elements(expected: expected) {
      let (pixels, milliseconds) = try reader.point(element)
      if let last = points.last, last.pixels >= pixels {
        throw .wrongValue(
          element.place, path: element.path, found: "\(pixels) pixels",
          expected: "more than the \(last.pixels) pixels of the point before")
      }
      points.append(.init(pixels: pixels, milliseconds: milliseconds))
    }
    guard points.count >= 2 else { throw field.wrong(expected) }
    return points
  }
}

extension DeviceFile {
  /// Reads the whole profile, section by section in the order of `DeviceProfile`.
  static func profile(_ root: YAMLField) throws(YAMLFileError) -> DeviceProfile {
    let top = try root.fields(
      ["name", "summary", "screen", "cores", "flash", "memory", "mainThread", "decode"],
      of: "a device")
    var reader = ProfileReader()
    let name = try top.name(like: "iphone-5")
    let summary = try top.summary

    let screen = try top.section("screen", ["size", "scale", "refreshRate"])
    let size = try reader.area("size", of: screen, unit: "pt")
    let scale = try reader.number("scale", of: screen, .scale)
    let refreshRate = try reader.number("refreshRate", of: screen, .refreshRate)

    let cores = try top.section("cores", ["performance", "efficiency", "sideBySide", "drift"])
    let performanceCores = try reader.number("performance", of: cores, .someCores)
    let efficiencyCores = try reader.number("efficiency", of: cores, .cores)
    let sideBySide = try cores["sideBySide"].map { field throws(YAMLFileError) in
      try reader.number(field, .share)
    }
    let drift = try cores["drift"].map { field throws(YAMLFileError) in
      try reader.number(field, .share)
    }

    let flash = try flash(top, &reader)
    let memory = try memory(top, &reader)
    let mainThread = try mainThread(top, &reader)
    let decode = try decode(
      top.required("decode", expected: "decode times for the formats of its traces"), &reader)
    return DeviceProfile(
      name: name, summary: summary, screenWidth: size.width, screenHeight: size.height,
      scale: scale, refreshRate: Int64(refreshRate), performanceCores: Int(performanceCores),
      efficiencyCores: Int(efficiencyCores), flash: flash, memory: memory,
      mainThread: mainThread, decode: decode.latencies, spread: decode.spread,
      sideBySide: sideBySide ?? 0, drift: drift ?? 0, figures: reader.figures)
  }

  private static func flash(
    _ top: YAMLField.Fields, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> FlashStorage {
    let fields = try top.section("flash", ["latency", "bandwidth", "writeBandwidth"])
    let latency = try reader.number("latency", of: fields, .time)
    let bandwidth = try reader.number("bandwidth", of: fields, .bandwidth)
    let write = try reader.number("writeBandwidth", of: fields, .bandwidth)
    return FlashStorage(
      latency: SimTime(milliseconds: latency), bandwidth: bandwidth, writeBandwidth: write)
  }

  private static func mainThread(
    _ top: YAMLField.Fields, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> MainThreadFigures {
    let fields = try top.section(
      "mainThread",
      ["cellWork", "uploadBandwidth", "redrawBandwidth", "lazyUploadBandwidth", "pngEncode"])
    let cellWork = try reader.number("cellWork", of: fields, .time)
    let upload = try reader.number("uploadBandwidth", of: fields, .bandwidth)
    let redraw = try reader.number("redrawBandwidth", of: fields, .bandwidth)
    let lazyUpload = try reader.number("lazyUploadBandwidth", of: fields, .bandwidth)
    let pngEncode = try reader.number("pngEncode", of: fields, .timePerMegapixel)
    return MainThreadFigures(
      cellWork: SimTime(milliseconds: cellWork), uploadBandwidth: upload,
      redrawBandwidth: redraw, lazyUploadBandwidth: lazyUpload,
      pngEncodePerMegapixel: SimTime(milliseconds: pngEncode))
  }

  private static func memory(
    _ top: YAMLField.Fields, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> MemoryFigures {
    let fields = try top.section(
      "memory",
      [
        "total", "appLimit", "otherProcesses", "baseFootprint", "backgroundApps", "pageSize",
        "firstTouch", "keptForReuse", "swap",
      ])
    func amount(
      _ name: String, _ dimension: ProfileDimension, upTo limit: ByteCount?, _ limitName: String
    ) throws(YAMLFileError) -> ByteCount {
      let amount = ByteCount(Int(try reader.number(name, of: fields, dimension)))
      if let limit, amount > limit, let field = fields[name]?.value {
        throw field.wrong("at most \(limitName)")
      }
      return amount
    }
    let total = try amount("total", .positiveMemory, upTo: nil, "")
    let appLimit = try amount("appLimit", .positiveMemory, upTo: total, "memory.total")
    let others = try amount("otherProcesses", .memory, upTo: total, "memory.total")
    let base = try amount("baseFootprint", .memory, upTo: appLimit, "memory.appLimit")
    var backgroundApps: [ByteCount] = []
    let expected = "a list of {value: ..., source: ...}, lowest priority first, or []"
    let list = try fields.required("backgroundApps", expected: expected)
    for app in try list.elements(expected: expected) {
      backgroundApps.append(ByteCount(Int(try reader.number(app, .memory))))
    }
    let pageSize = try amount("pageSize", .positiveMemory, upTo: total, "memory.total")
    let fresh = try fresh(fields, &reader)
    return MemoryFigures(
      total: total, appLimit: appLimit, otherProcesses: others, baseFootprint: base,
      backgroundApps: backgroundApps, pageSize: pageSize, swap: try swap(fields["swap"], &reader),
      fresh: fresh)
  }

  /// Reads the costs of fresh memory; `nil` if they were not measured.
  private static func fresh(
    _ fields: YAMLField.Fields, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> FreshMemory? {
    guard let touch = fields["firstTouch"] else {
      if let kept = fields["keptForReuse"] {
        throw kept.wrong("memory.firstTouch beside it: bytes per second, like 2.8 GB/s")
      }
      return nil
    }
    let bandwidth = try reader.number(touch, .bandwidth)
    let kept = try fields["keptForReuse"].map { field throws(YAMLFileError) in
      try reader.number(field, .memory)
    }
    return FreshMemory(bandwidth: bandwidth, kept: ByteCount(Int(kept ?? 0)))
  }

  /// Reads the figures of the swap; `nil` if memory cannot be paged out.
  private static func swap(
    _ field: YAMLField?, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> SwapFigures? {
    guard let fields = try field?.fields(["bandwidth", "latency"]) else { return nil }
    let bandwidth = try reader.number("bandwidth", of: fields, .bandwidth)
    let latency = try reader.number("latency", of: fields, .time)
    return SwapFigures(bandwidth: bandwidth, latency: SimTime(milliseconds: latency))
  }
}

extension DeviceFile {
  /// Returns the text of a profile, which reads back as one with the same figures.
  ///
  /// Figures are nested by their names, with the sections in the order of their first figures.
  /// - Parameters:
  ///   - name: the name of the profile: lower-case letters, digits and hyphens.
  ///   - summary: the summary in one sentence.
  ///   - figures: all figures of the profile.
  /// - Returns: the YAML text.
  package static func text(
    name: String, summary: String, figures: [DeviceProfile.Figure]
  ) -> String {
    var root = Section()
    for figure in figures { root.add(figure, at: path(of: figure.name)[...]) }
    // An empty list has no figures.
    root.addEmptyList(at: ["memory", "backgroundApps"])
    return "name: \(name)\nsummary: \(YAMLText.quoted(summary))\n" + root.text(indent: 0)
  }

  /// Splits `memory.backgroundApps[0]` into `memory`, `backgroundApps`, `[0]`.
  private static func path(of name: String) -> [Substring] {
    name.split(separator: ".").flatMap { part -> [Substring] in
      guard let bracket = part.firstIndex(of: "[") else { return [part] }
      return [part[..<bracket], part[bracket...]]
    }
  }

  /// A mapping, or a list if its keys have brackets.
  private struct Section {
    private var keys: [Substring] = []
    private var sections: [Substring: Section] = [:]
    private var figures: [Substring: DeviceProfile.Figure] = [:]

    mutating func add(_ figure: DeviceProfile.Figure, at path: ArraySlice<Substring>) {
      guard let key = path.first else { return }
      if figures[key] == nil, sections[key] == nil { keys.append(key) }
      if path.count == 1 {
        figures[key] = figure
      } else {
        sections[key, default: Section()].add(figure, at: path.dropFirst())
      }
    }

    mutating func addEmptyList(at path: ArraySlice<Substring>) {
      guard let key = path.first else { return }
      if sections[key] == nil { keys.append(key) }
      sections[key, default: Section()].addEmptyList(at: path.dropFirst())
    }

    func text(indent: Int) -> String {
      let margin = String(repeating: " ", count: indent)
      var text = ""
      for key in keys {
        // A blank line separates sections at the top.
        if indent == 0 { text += "\n" }
        let head = key.hasPrefix("[") ? "\(margin)-" : "\(margin)\(key):"
        if let figure = figures[key] {
          text += "\(head) \(DeviceFile.text(of: figure))\n"
        } else if let section = sections[key] {
          text +=
            section.keys.isEmpty ? "\(head) []\n" : "\(head)\n\(section.text(indent: indent + 2))"
        }
      }
      return text
    }
  }

  private static func text(of figure: DeviceProfile.Figure) -> String {
    // The text of a table's point includes its pixels.
    let parts = figure.text.split(separator: " at ", maxSplits: 1)
    let pixels = parts.count == 2 ? "pixels: \(parts[1]), " : ""
    let error = figure.error.map { ", error: \(Millionths($0 * 100).text) %" } ?? ""
    return "{\(pixels)value: \(parts[0])\(error), source: \(YAMLText.quoted(figure.source))}"
  }
}
