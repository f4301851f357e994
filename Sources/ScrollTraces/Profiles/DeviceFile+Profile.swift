import ScrollCore
import ScrollDevice

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

  /// What fresh memory costs; left out where it was not measured.
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

  /// Where memory is paged out to; left out where it cannot be.
  private static func swap(
    _ field: YAMLField?, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> SwapFigures? {
    guard let fields = try field?.fields(["bandwidth", "latency"]) else { return nil }
    let bandwidth = try reader.number("bandwidth", of: fields, .bandwidth)
    let latency = try reader.number("latency", of: fields, .time)
    return SwapFigures(bandwidth: bandwidth, latency: SimTime(milliseconds: latency))
  }
}
