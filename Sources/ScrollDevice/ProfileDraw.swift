import ScrollCore

/// One draw of what the figures of a device and a network may truly be, given their stated errors.
///
/// A figure is multiplied by a log-normal factor of its relative standard error, cut off at three
/// standard deviations; a bandwidth is divided by it. An error above 100 % counts as that. Figures with
/// the same source share one deviate: they were measured, or guessed, together. An estimate that states
/// no error counts as one of `assumedError`; anything else without a stated error is taken as it is.
/// Sizes, counts, memory, spreads and probabilities stay. All work of the processor has one factor more
/// where the device's speed drifts from one run to another.
///
/// Draws depend on their number and on the sources alone, so that the same draw of two devices, or of
/// one device in two scenarios, has the same luck (common random numbers).
public struct ProfileDraw: Sendable {
  /// Figures that are wrong together: their names, and by how many standard deviations.
  public struct Cause: Sendable, Equatable {
    public let figures: [String]
    /// Where all of them come from.
    public let source: String
    public let deviate: Double
  }

  /// What an estimate without a stated error counts as: a convention, an estimate itself.
  public static let assumedError = 0.2

  public let number: Int
  /// In the order of the profile.
  public private(set) var causes: [Cause] = []
  private var factors: [String: Double] = [:]
  /// By what all work of the processor takes longer.
  private var work = 1.0

  /// A draw.
  /// - Parameters:
  ///   - number: which one; any draw is independent of any other.
  ///   - device: the profile as it is.
  ///   - network: that images come over; nil where none does.
  ///   - formats: of the images; figures of others are left as they are.
  /// - Complexity: O(figures).
  public init(
    _ number: Int, of device: DeviceProfile, _ network: NetworkProfile? = nil,
    formats: Set<ImageFormat> = Set(ImageFormat.codecs)
  ) {
    self.number = number
    var places: [String: Int] = [:]
    var names: [[String]] = [], sources: [String] = [], deviates: [Double] = []
    let ofNetwork = (network?.figures ?? []).map { figure in
      DeviceProfile.Figure(
        name: Self.network + figure.name, text: figure.text, source: figure.source,
        error: figure.error)
    }
    let unused = ImageFormat.codecs.filter { !formats.contains($0) }
      .map { "decode.\($0.rawValue)." }
    for figure in device.figures + ofNetwork {
      let error = figure.error ?? (figure.isEstimate ? Self.assumedError : 0)
      guard error > 0, Self.isDrawn(figure.name), !unused.contains(where: figure.name.hasPrefix)
      else { continue }
      let place = places[figure.source] ?? names.count
      if place == names.count {
        places[figure.source] = place
        names.append([])
        sources.append(figure.source)
        deviates.append(Self.deviate(number, figure.source))
      }
      names[place].append(figure.name)
      factors[figure.name] = exp(min(error, 1) * deviates[place])
    }
    causes = names.indices.map {
      Cause(figures: names[$0], source: sources[$0], deviate: deviates[$0])
    }
    guard device.drift > 0 else { return }
    let deviate = Self.deviate(number, Self.drift)
    causes.append(Cause(figures: [Self.drift], source: Self.drift, deviate: deviate))
    work = exp(device.drift * deviate)
  }

  /// By what everything that a figure says takes longer.
  public func factor(of figure: String) -> Double {
    (factors[figure] ?? 1) * (Self.isWork(figure) ? work : 1)
  }

  private static let network = "network.", drift = "cores.drift"

  /// Whether a figure says how long the processor works.
  private static func isWork(_ figure: String) -> Bool {
    ["mainThread.", "decode.", "memory.firstTouch"].contains { figure.hasPrefix($0) }
  }

  /// Whether a figure says how long something takes.
  private static func isDrawn(_ figure: String) -> Bool {
    if figure.hasSuffix(".files") || figure.hasSuffix(".jobs") { return false }
    return [
      "cores.sideBySide", "flash.", "mainThread.", "decode.", "memory.firstTouch", "memory.swap.",
      "network.latency", "network.roundTrip", "network.bandwidth",
    ].contains { figure.hasPrefix($0) }
  }

  /// A standard normal deviate by Box and Muller (doi:10.1214/aoms/1177706645), clipped.
  private static func deviate(_ number: Int, _ source: String) -> Double {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in source.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    var random = SeededRandom(seed: hash &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
    let radius = (-2 * log(1 - random.unit())).squareRoot()
    return min(max(radius * cos(2 * .pi * random.unit()), -3), 3)
  }
}

extension ProfileDraw {
  /// The device as drawn; its name and its figures' texts stay.
  public func applied(to device: DeviceProfile) -> DeviceProfile {
    var drawn = device
    scale(&drawn.flash.latency, "flash.latency")
    drawn.flash.bandwidth /= factor(of: "flash.bandwidth")
    drawn.flash.writeBandwidth /= factor(of: "flash.writeBandwidth")
    scale(&drawn.mainThread.cellWork, "mainThread.cellWork")
    drawn.mainThread.uploadBandwidth /= factor(of: "mainThread.uploadBandwidth")
    drawn.mainThread.redrawBandwidth /= factor(of: "mainThread.redrawBandwidth")
    drawn.mainThread.lazyUploadBandwidth /= factor(of: "mainThread.lazyUploadBandwidth")
    scale(&drawn.mainThread.pngEncodePerMegapixel, "mainThread.pngEncode")
    drawn.memory.fresh?.bandwidth /= factor(of: "memory.firstTouch")
    drawn.sideBySide *= factor(of: "cores.sideBySide")
    drawn.memory.swap?.bandwidth /= factor(of: "memory.swap.bandwidth")
    if var swap = drawn.memory.swap {
      scale(&swap.latency, "memory.swap.latency")
      drawn.memory.swap = swap
    }
    let names = Set(device.figures.map { $0.name })
    for (codec, latency) in device.decode {
      drawn.decode[codec] = self.latency(latency, Self.path(of: codec, among: names))
    }
    return drawn
  }

  /// The network as drawn.
  public func applied(to network: NetworkProfile) -> NetworkProfile {
    var drawn = network
    scale(&drawn.latency, "network.latency")
    scale(&drawn.roundTrip, "network.roundTrip")
    let bandwidth = Double(network.bandwidth) / factor(of: "network.bandwidth")
    drawn.bandwidth = max(1, Int64(bandwidth.rounded()))
    return drawn
  }

  /// The images as drawn: their own decode times are wrong by as much as their codec's constant part.
  public func applied(to images: ImageCatalog, of device: DeviceProfile) -> ImageCatalog {
    guard images.timedOn == device.name else { return images }
    let names = Set(device.figures.map { $0.name })
    var drawn = images
    for (index, image) in images.entries.enumerated() {
      guard var own = image.decodeTime, let codec = DeviceProfile.codecs(of: image).first else {
        continue
      }
      let path = Self.path(of: codec, among: names)
      let isTable = names.contains("\(path).points[0]")
      scale(&own, isTable ? "\(path).points[0]" : "\(path).fixed")
      drawn.entries[index].decodeTime = min(own, ImageCatalog.Entry.longestDecodeTime)
    }
    return drawn
  }

  private func scale(_ time: inout SimTime, _ figure: String) {
    time = SimTime(milliseconds: time.milliseconds * factor(of: figure))
  }

  private func latency(_ latency: DecodeLatency, _ path: String) -> DecodeLatency {
    switch latency {
    case .linear(let fixed, let perMegapixel, let perMegabyte):
      return .linear(
        fixed: fixed * factor(of: "\(path).fixed"),
        perMegapixel: perMegapixel * factor(of: "\(path).perMegapixel"),
        perMegabyte: perMegabyte * factor(of: "\(path).perMegabyte"))
    case .table(let points):
      return .table(
        points.enumerated().map { index, point in
          var drawn = point
          drawn.milliseconds *= factor(of: "\(path).points[\(index)]")
          return drawn
        })
    }
  }

  /// Where the figures of a codec stand in the profile.
  private static func path(of codec: DeviceProfile.Codec, among names: Set<String>) -> String {
    let any = "decode.\(codec.format.rawValue).any"
    let isAny = names.contains("\(any).fixed") || names.contains("\(any).points[0]")
    return isAny ? any : "decode.\(codec.format.rawValue).\(codec.content.rawValue)"
  }
}
