import ScrollCore
import ScrollDevice

extension DeviceFile {
  /// Reads the whole profile, section by section in the order of `DeviceProfile`.
  static func profile(_ root: DeviceFileField) throws(DeviceFileError) -> DeviceProfile {
    let top = try root.fields(
      ["name", "summary", "screen", "cores", "flash", "memory", "mainThread", "decode"],
      of: "a device")
    var reader = DeviceFileReader()
    let name = try name(top)
    let summary = try top.required("summary", expected: "one sentence").text(
      expected: "one sentence")

    let screen = try section("screen", of: top, ["size", "scale", "refreshRate"])
    let size = try reader.area("size", of: screen, unit: "pt")
    let scale = try reader.number("scale", of: screen, .scale)
    let refreshRate = try reader.number("refreshRate", of: screen, .refreshRate)

    let cores = try section("cores", of: top, ["performance", "efficiency"])
    let performanceCores = try reader.number("performance", of: cores, .someCores)
    let efficiencyCores = try reader.number("efficiency", of: cores, .cores)

    let flash = try flash(section("flash", of: top, ["latency", "bandwidth"]), &reader)
    let memory = try memory(top, &reader)
    let mainThread = try mainThread(top, &reader)
    let decode = try decode(
      top.required("decode", expected: "decode times for every format"), &reader)
    return DeviceProfile(
      name: name, summary: summary, screenWidth: size.width, screenHeight: size.height,
      scale: scale, refreshRate: Int64(refreshRate), performanceCores: Int(performanceCores),
      efficiencyCores: Int(efficiencyCores), flash: flash, memory: memory,
      mainThread: mainThread, decode: decode, figures: reader.figures)
  }

  private static func name(
    _ top: DeviceFileField.Fields
  ) throws(DeviceFileError) -> String {
    let expected = "a name of small letters, digits and hyphens, like iphone-5"
    let field = try top.required("name", expected: expected)
    let name = try field.text(expected: expected)
    guard name.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }),
      !name.hasPrefix("-")
    else { throw field.wrong(expected) }
    return name
  }

  private static func section(
    _ name: String, of top: DeviceFileField.Fields, _ known: [String]
  ) throws(DeviceFileError) -> DeviceFileField.Fields {
    try top.required(name, expected: "a mapping of \(known.joined(separator: ", "))").fields(known)
  }

  private static func flash(
    _ fields: DeviceFileField.Fields, _ reader: inout DeviceFileReader
  ) throws(DeviceFileError) -> FlashStorage {
    let latency = try reader.number("latency", of: fields, .time)
    let bandwidth = try reader.number("bandwidth", of: fields, .bandwidth)
    return FlashStorage(latency: SimTime(milliseconds: latency), bandwidth: bandwidth)
  }

  private static func mainThread(
    _ top: DeviceFileField.Fields, _ reader: inout DeviceFileReader
  ) throws(DeviceFileError) -> MainThreadFigures {
    let fields = try section(
      "mainThread", of: top, ["cellWork", "uploadBandwidth", "redrawBandwidth"])
    let cellWork = try reader.number("cellWork", of: fields, .time)
    let upload = try reader.number("uploadBandwidth", of: fields, .bandwidth)
    let redraw = try reader.number("redrawBandwidth", of: fields, .bandwidth)
    return MainThreadFigures(
      cellWork: SimTime(milliseconds: cellWork), uploadBandwidth: upload, redrawBandwidth: redraw)
  }

  private static func memory(
    _ top: DeviceFileField.Fields, _ reader: inout DeviceFileReader
  ) throws(DeviceFileError) -> MemoryFigures {
    let fields = try section(
      "memory", of: top,
      ["total", "appLimit", "otherProcesses", "baseFootprint", "backgroundApps", "pageSize"])
    func amount(
      _ name: String, _ dimension: DeviceFileDimension, upTo limit: ByteCount?, _ limitName: String
    ) throws(DeviceFileError) -> ByteCount {
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
    return MemoryFigures(
      total: total, appLimit: appLimit, otherProcesses: others, baseFootprint: base,
      backgroundApps: backgroundApps, pageSize: pageSize)
  }
}
