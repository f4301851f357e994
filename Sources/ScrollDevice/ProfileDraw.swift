import ScrollCore

/// A random draw of the true figures of a device and a network, given their stated errors.
///
/// Each figure is multiplied by a random factor; a bandwidth is divided by it. The factor is
/// log-normal with the figure's relative standard error as its standard deviation, and cut off at
/// three standard deviations. An error above 100 % counts as 100 %. Figures with the same source
/// share one random deviate, because they were measured, or guessed, together. An estimate without
/// a stated error has the error `assumedError`; any other figure without a stated error is
/// unchanged. Sizes, counts, memory, spreads and probabilities are unchanged. If the device's speed
/// varies from run to run (`DeviceProfile.drift`), all work of the processor is multiplied by
/// another factor.
///
/// The random numbers depend only on the number of the draw and on the sources. So the same draw of
/// two devices, or of one device in two scenarios, uses the same random numbers (common random
/// numbers).
public struct ProfileDraw: Sendable {
  /// A group of figures that share an error, because they have the same source.
  public struct Cause: Sendable, Equatable {
    public let figures: [String]
    /// The source of these figures.
    public let source: String
    public let deviate: Double
  }

  /// The relative error that is assumed for an estimate without a stated error; this value is
  /// itself an estimate.
  public static let assumedError = 0.2

  public let number: Int
  /// The groups of figures in the order of the profile.
  public private(set) var causes: [Cause] = []
  private var factors: [String: Double] = [:]
  /// The factor of the time of all processor work.
  private var work = 1.0

  /// Creates a draw.
  /// - Parameters:
  ///   - number: the number of the draw; draws are independent of each other.
  ///   - device: the original profile.
  ///   - network: the network that delivers images; `nil` if none does.
  ///   - formats: the formats of the images; figures of other formats are unchanged.
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

  /// Returns the factor for the times that depend on a figure.
  public func factor(of figure: String) -> Double {
    (factors[figure] ?? 1) * (Self.isWork(figure) ? work : 1)
  }

  private static let network = "network.", drift = "cores.drift"

  /// Returns a Boolean value that indicates whether a figure is a time of processor work.
  private static func isWork(_ figure: String) -> Bool {
    ["mainThread.", "decode.", "memory.firstTouch"].contains { figure.hasPrefix($0) }
  }

  /// Returns a Boolean value that indicates whether a draw changes a figure.
  private static func isDrawn(_ figure: String) -> Bool {
    if figure.hasSuffix(".files") || figure.hasSuffix(".jobs") { return false }
    return [
      "cores.sideBySide", "flash.", "mainThread.", "decode.", "memory.firstTouch", "memory.swap.",
      "network.latency", "network.roundTrip", "network.bandwidth",
    ].contains { figure.hasPrefix($0) }
  }

  /// Returns a standard normal deviate by Box and Muller (doi:10.1214/aoms/1177706645), clipped.
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
  /// Returns a device with the drawn figures; its name and its figures' texts are unchanged.
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

  /// Returns a network with the drawn figures.
  public func applied(to network: NetworkProfile) -> NetworkProfile {
    var drawn = network
    scale(&drawn.latency, "network.latency")
    scale(&drawn.roundTrip, "network.roundTrip")
    let bandwidth = Double(network.bandwidth) / factor(of: "network.bandwidth")
    drawn.bandwidth = max(1, Int64(bandwidth.rounded()))
    return drawn
  }

  /// Returns images whose own decode times are multiplied by the factor of their codec's constant
  /// part.
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

  /// Returns the path of a codec's figures in the profile.
  private static func path(of codec: DeviceProfile.Codec, among names: Set<String>) -> String {
    let any = "decode.\(codec.format.rawValue).any"
    let isAny = names.contains("\(any).fixed") || names.contains("\(any).points[0]")
    return isAny ? any : "decode.\(codec.format.rawValue).\(codec.content.rawValue)"
  }
}
