import BasicContainers
public import ScrollCore

/// The memory of the app's images by holder; the sum of the parts is the footprint without the
/// app's base footprint.
///
/// A bitmap with several holders counts once, for the first of its holders in the order of the parts.
public struct HeldMemory: Sendable, Equatable {
  /// The images in the memory cache, except those that the system may purge.
  public var cached = ByteCount.zero
  /// The images that cells on screen show.
  public var displayed = ByteCount.zero
  /// The encoded and decoded images of loads.
  public var inFlight = ByteCount.zero
  /// The images with another holder: cells in the reuse queue, uses by trace events, the
  /// placeholder, and pictures of the interface.
  public var elsewhere = ByteCount.zero

  public init() {}

  /// The sum of the parts.
  public var sum: ByteCount { cached + displayed + inFlight + elsewhere }
}

extension HeldMemory {
  /// Adds up the charged memory of the app's images by its holders.
  ///
  /// Memory without another holder counts as held by loads. That includes the images that the main
  /// thread makes within a step, because it makes them for loads. This is no method of
  /// `Simulation`: the compiler checks each use of a noncopyable value against all its stored
  /// properties. A simulation has hundreds, and the check took 28 seconds.
  /// - Complexity: O(*n*²) in the cells.
  init(_ pool: borrowing CellPool, _ accesses: ContentAccesses, _ footprint: borrowing Footprint) {
    var known: [BitmapIndex] = []
    cached = footprint.bitmaps.cached
    for cell in CellIndex.first(pool.cells.count) where pool[cell].item != .none {
      displayed += footprint.uncounted(pool[cell].bitmap, &known)
    }
    elsewhere = footprint.interface.charged + footprint.placeholder
    for cell in CellIndex.first(pool.cells.count) where pool[cell].item == .none {
      elsewhere += footprint.uncounted(pool[cell].bitmap, &known)
    }
    for access in accesses.open { elsewhere += footprint.uncounted(access.bitmap, &known) }
    inFlight = footprint.imageBytes - sum
  }
}

extension Footprint {
  /// Returns the charged bytes of a bitmap that neither the cache holds nor an earlier call counted.
  fileprivate func uncounted(_ bitmap: BitmapIndex, _ known: inout [BitmapIndex]) -> ByteCount {
    guard bitmap != .none, !known.contains(bitmap) else { return .zero }
    known.append(bitmap)
    let entry = bitmaps[bitmap]
    return entry.cachedKey != .none || entry.isVolatile ? .zero : ByteCount(entry.bytes)
  }
}
