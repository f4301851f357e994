package import ScrollCore
import ScrollDevice

/// A lower bound for the time from the beginning of a load of one image until the image is on
/// screen, with every resource idle.
///
/// No schedule can be faster.
///
/// Times are nanoseconds from the frame in which the load begins. The stages of a load follow each
/// other. So the sum of their durations is a lower bound, and waits between the stages only add to
/// it.
struct LeastLoad: Sendable, Equatable {
  /// The time until a frame can find the load finished.
  var delivery: Int64
  /// The time until a frame that shows the image can be on screen.
  var total: Int64
  /// The main-thread work in the frame that shows the image.
  var display: Int64
  /// A Boolean value that indicates whether the frame in which the load begins may show the image.
  var isAtOnce: Bool
  /// The time until the bytes of the file have arrived in memory.
  var fetch: Int64
  /// A Boolean value that indicates whether only the network can deliver the bytes.
  var isRemote: Bool

  /// Returns the smaller value of each property of two bounds, which is a bound for both loads.
  static func least(_ left: Self, _ right: Self) -> Self {
    Self(
      delivery: min(left.delivery, right.delivery), total: min(left.total, right.total),
      display: min(left.display, right.display), isAtOnce: left.isAtOnce || right.isAtOnce,
      fetch: min(left.fetch, right.fetch), isRemote: left.isRemote && right.isRemote)
  }

  /// Returns the first vsync at which a frame that shows the image can be on screen.
  /// - Parameters:
  ///   - begun: the vsync of the frame in which the load begins.
  ///   - hertz: the refresh rate of the display.
  /// - Returns: a vsync.
  func firstPresentation(begun: Int64, hertz: Int64) -> Int64 {
    func vsync(_ start: Int64, after nanoseconds: Int64) -> Int64 {
      let time = SimTime.vsync(start, hertz: hertz)
      return SimTime(nanoseconds: time.nanoseconds + nanoseconds).firstVsync(hertz: hertz)
    }
    let frame = isAtOnce ? begun : max(begun + 1, vsync(begun, after: delivery))
    return max(frame + 1, vsync(frame, after: display), vsync(begun, after: total))
  }
}

extension PreparedScenario {
  /// Returns the lower bound for loads of an image, in any rendition that the loader may show.
  /// - Parameters:
  ///   - image: an image of the catalog.
  ///   - isFirst: whether this is the first load of the image. A later load may find the file in a
  ///     disk cache or in the system's page cache.
  /// - Returns: for each property, the smallest value over all ways to load the image.
  func leastLoad(of image: ImageID, isFirst: Bool) -> LeastLoad {
    let full = keys.picture(of: ImageIndex(image))
    var first = leastLoad(full, file: full, isFirst: isFirst)
    if keys.haveSizes {
      for size in keys.pictures(of: ImageIndex(image)) {
        first = .least(first, leastLoad(size, file: size, isFirst: isFirst))
      }
    }
    guard scenario.loader.variants != .none else { return first }
    let low = keys.picture(of: ImageIndex(image), .low)
    let derives = scenario.loader.variants == .derived
    let other = leastLoad(low, file: derives ? full : low, isFirst: isFirst)
    guard derives, !isFirst else { return .least(first, other) }
    return .least(.least(first, other), leastLoad(low, file: low, isFirst: false))
  }

  /// Returns the cost in the cache of the cheapest rendition of an image.
  package func leastCost(of image: ImageID) -> Int {
    keys.pictures(of: ImageIndex(image)).reduce(Int.max) { min($0, works[$1].cost) }
  }

  private func leastLoad(
    _ picture: PictureIndex, file: PictureIndex, isFirst: Bool
  ) -> LeastLoad {
    let (loader, work, source) = (scenario.loader, works[picture], works[file])
    let isOnDisk = !isFirst && source.isRemote && loader.diskCache
    var fetch = source.isRemote ? source.leastDownload(over: scenario.network) : source.read
    if isOnDisk { fetch = min(fetch, source.storedRead) }
    // The system has the file for all later reads from the moment at which its first read begins.
    if loader.pageCache > 0, isOnDisk || !source.isRemote { fetch = 0 }
    let drawing = file == picture ? source.redraw : work.reduction
    var decode =
      source.spread.least(max(source.decode - source.redraw, source.maskDecode))
      + source.composition + drawing
    if isOnDisk {
      let stored = source.storedSpread.least(source.storedDecode - source.redraw)
      decode = min(decode, stored + drawing)
    }
    let isAtOnce =
      (source.isRemote && loader.download == .main)
      || ((isOnDisk || !source.isRemote) && loader.read == .main)
    // A file in the cache may have been read while no item waited; any free lane then decodes it.
    let isDecodedFirst =
      loader.decodeOn == .background && !loader.decodesLazily && loader.holds == .decoded
    let isDecodedLast = loader.decodesLazily && file == picture
    // A lane decodes what the main thread has read, from the beginning of that frame on.
    let usesLanes = loader.decodeOn == .background && !isDecodedLast
    let bitmap = isAtOnce && usesLanes ? max(fetch, decode) : fetch + decode
    return LeastLoad(
      delivery: isDecodedFirst ? bitmap : isAtOnce ? 0 : fetch, total: bitmap + work.upload,
      display: work.upload + (isDecodedLast ? decode : 0), isAtOnce: isAtOnce, fetch: fetch,
      isRemote: source.isRemote && !isOnDisk)
  }
}

extension DecodeSpread {
  /// Returns the least possible decode time, given the time by the formula.
  fileprivate func least(_ nanoseconds: Int64) -> Int64 {
    guard !isNone else { return nanoseconds }
    let least = exp(-DecodeVariation.limit * (files + jobs))
    return Int64((Double(nanoseconds) * least).rounded(.down))
  }
}

extension PictureWork {
  /// Returns the nanoseconds of a download that has all the bandwidth and loses no packet.
  fileprivate func leastDownload(over network: NetworkProfile) -> Int64 {
    let rate = Int128(max(1, min(network.bandwidth, network.greatestRate ?? .max)))
    let transfer = Int128(encoded) * 1_000_000_000 / rate
    return (network.latency + network.roundTrip).nanoseconds + Int64(clamping: transfer)
  }
}
