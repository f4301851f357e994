package import ScrollCore
package import ScrollDevice
package import ScrollLayout

/// A writer of scenes as text, for `StudioDataReader`.
///
/// A line has a name and values; the first one is `scene 1`. If a line states a number of lines
/// that follow, these lines have values without a name. Times are in nanoseconds. Numbers have as
/// many digits as are needed to read back the same value.
package struct StudioDataWriter {
  private let scene: StudioData
  private var text = ""

  package init(_ scene: StudioData) { self.scene = scene }

  /// Returns the text of the studio data.
  /// - Precondition: the offsets of the studio data are on the 1/64 pt grid.
  package consuming func string() -> String {
    write("scene 1")
    write("title \(Self.oneLine(scene.title))")
    write("path \(Self.oneLine(scene.path))")
    let head = scene.head.split(separator: "\n", omittingEmptySubsequences: false)
    write("head \(head.count)")
    for line in head { write(String(line)) }
    write("axis \(scene.isHorizontal ? "horizontal" : "vertical")")
    write("direction \(scene.direction == .forward ? "forward" : "backward")")
    write("decelerationRate \(scene.decelerationRate.rawValue)")
    writeImages()
    writeEpochs()
    writeMotion()
    write("events \(scene.events.count)")
    for event in scene.events { write("\(event.time.nanoseconds) \(event.event)") }
    for device in scene.devices { write(device) }
    for network in scene.networks { write(network) }
    text += SettingText(scene.setting).text
    write("end")
    return text
  }

  private mutating func write(_ line: String) {
    text += line
    text += "\n"
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  private mutating func writeImages() {
    if let device = scene.images.timedOn { write("timedOn \(device)") }
    write("images \(scene.images.count)")
    for image in scene.images.entries {
      let time = image.decodeTime.map { " \($0.nanoseconds)" } ?? ""
      write(
        "\(image.width) \(image.height) \(image.format.rawValue) \(image.content.rawValue) "
          + "\(image.encoded.count) \(image.origin.rawValue)\(time)")
    }
    let items = scene.epochs[0].placement.images
    write("items \(items.count)")
    for image in items { write("\(image.index)") }
  }

  private mutating func writeEpochs() {
    write("epochs \(scene.epochs.count)")
    for epoch in scene.epochs {
      write(
        "epoch \(epoch.time.nanoseconds) \(epoch.viewportExtent) \(epoch.viewportBreadth) "
          + "\(epoch.placement.extent)")
      for item in 0..<epoch.placement.count {
        write(
          "\(epoch.placement.starts[item]) \(epoch.placement.ends[item]) "
            + "\(epoch.placement.breadths[item])")
      }
    }
  }

  /// Writes the differences of successive samples: of the time, and of the offset in 64ths of a
  /// point.
  private mutating func writeMotion() {
    write("motion \(scene.motion.times.count)")
    var (time, place) = (Int64(0), Int64(0))
    for sample in scene.motion.times.indices {
      let next = scene.motion.times[sample].nanoseconds
      let offset = Int64(scene.motion.offsets[sample] * 64)
      precondition(
        Double(offset) / 64 == scene.motion.offsets[sample], "an offset that is off the grid")
      write("\(next - time) \(offset - place) \(scene.motion.phases[sample].rawValue)")
      (time, place) = (next, offset)
    }
  }

  private mutating func write(_ device: DeviceProfile) {
    write("device \(device.name)")
    write("summary \(device.summary)")
    write(
      "screen \(device.screenWidth) \(device.screenHeight) \(device.scale) "
        + "\(device.refreshRate)")
    write(
      "cores \(device.performanceCores) \(device.efficiencyCores) \(device.sideBySide) "
        + "\(device.drift)")
    let (flash, memory, main) = (device.flash, device.memory, device.mainThread)
    write("flash \(flash.latency.nanoseconds) \(flash.bandwidth) \(flash.writeBandwidth)")
    write(
      "memory \(memory.total.count) \(memory.appLimit.count) \(memory.otherProcesses.count) "
        + "\(memory.baseFootprint.count) \(memory.pageSize.count)"
        + memory.backgroundApps.map { " \($0.count)" }.joined())
    if let swap = memory.swap { write("swap \(swap.bandwidth) \(swap.latency.nanoseconds)") }
    if let fresh = memory.fresh { write("fresh \(fresh.bandwidth) \(fresh.kept.count)") }
    write(
      "main \(main.cellWork.nanoseconds) \(main.uploadBandwidth) \(main.redrawBandwidth) "
        + "\(main.lazyUploadBandwidth) \(main.pngEncodePerMegapixel.nanoseconds)")
    for format in ImageFormat.codecs {
      for content in ContentClass.allCases {
        let codec = DeviceProfile.Codec(format, content)
        let name = "\(format.rawValue) \(content.rawValue)"
        switch device.decode[codec] {
        case .linear(let fixed, let pixels, let bytes):
          write("decode \(name) linear \(fixed) \(pixels) \(bytes)")
        case .table(let points):
          let table = points.map { " \($0.pixels) \($0.milliseconds)" }.joined()
          write("decode \(name) table\(table)")
        case nil: break
        }
        if let spread = device.spread[codec] {
          write("spread \(name) \(spread.files) \(spread.jobs)")
        }
      }
    }
  }

  private mutating func write(_ network: NetworkProfile) {
    write("network \(network.name)")
    write("summary \(network.summary)")
    write(
      "link \(network.latency.nanoseconds) \(network.roundTrip.nanoseconds) "
        + "\(network.bandwidth) \(network.loss) \(network.connections) "
        + "\(network.timeOut.nanoseconds) \(network.failures)")
  }
}

/// The data of a studio: one scroll, and all devices and networks to try it on.
///
/// Together with a `StudioSetting`, the data determine a `Scenario`. `StudioDataWriter` writes the
/// data as text, and `StudioDataReader` reads the same data from this text.
package struct StudioData: Sendable {
  /// The title of the trace.
  package var title: String
  /// The path of the trace as the user typed it, for the command that the studio shows; empty if
  /// there is none.
  package var path: String
  /// The beginning of a trace that the user scrolls in the page: its header, images and items.
  ///
  /// Followed by the recorded movement, it is a trace that the command reads.
  package var head: String
  /// A Boolean value that indicates whether the axis is horizontal.
  package var isHorizontal: Bool
  package var images: ImageCatalog
  /// The layouts by ascending time; the first begins at 0.
  package var epochs: [LayoutEpoch]
  /// The movement, with offsets on the 1/64 pt grid as in every trace.
  package var motion: ScrollMotion
  /// The events, by ascending time.
  package var events: [TimedSystemEvent]
  /// The direction before any movement.
  package var direction: ScrollDirection
  package var decelerationRate: DecelerationRate
  /// The devices; `StudioDataWriter` leaves out the sources of their figures.
  package var devices: [DeviceProfile]
  package var networks: [NetworkProfile]
  /// The initial setting.
  package var setting: StudioSetting

  /// Creates studio data.
  /// - Precondition: `epochs`, `devices` and `networks` are not empty.
  package init(
    title: String, path: String, head: String, isHorizontal: Bool, images: ImageCatalog,
    epochs: [LayoutEpoch], motion: ScrollMotion, events: [TimedSystemEvent],
    direction: ScrollDirection, decelerationRate: DecelerationRate, devices: [DeviceProfile],
    networks: [NetworkProfile], setting: StudioSetting
  ) {
    precondition(!epochs.isEmpty && !devices.isEmpty && !networks.isEmpty, "an empty scene")
    self.title = title
    self.path = path
    self.head = head
    self.isHorizontal = isHorizontal
    self.images = images
    self.epochs = epochs
    self.motion = motion
    self.events = events
    self.direction = direction
    self.decelerationRate = decelerationRate
    self.devices = devices
    self.networks = networks
    self.setting = setting
  }
}
