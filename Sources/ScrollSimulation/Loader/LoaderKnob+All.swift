extension LoaderKnob {
  /// Every setting, in the order in which they are listed.
  static let all: [LoaderKnob] = [
    .choice("origin", \.origin, "Where images are taken from: as the catalogue says, or all."),
    .choice("download", \.downloads, "The thread that waits for the network."),
    .integer("connections", \.connections, 0...64, "Downloads at a time; 0: the network's."),
    .integer("rateLimit", \.rateLimit, 0...100_000, "Downloads begun per second; 0: no limit."),
    .integer("rateBurst", \.rateBurst, 1...100_000, "Downloads begun at once before that."),
    .flag("retry", \.retries, "A failed download is tried again by a later appearance."),
    .number("backOff", \.backOff, 0...86_400, "Seconds after a failure, doubled by each one."),
    .flag("diskCache", \.hasDisk, "What was downloaded is kept on disk."),
    .integer("diskLimit", \.diskCache.limit, 0...1 << 50, "Bytes on disk; 0: no limit."),
    .number("diskTrim", \.diskCache.trimsTo, 0...1, "Share of the limit that a trim leaves."),
    .number("diskAge", \.diskCache.age, 0...1e9, "Seconds a file stays unused; 0: for ever."),
    .choice("diskSweep", \.diskCache.sweeps, "When the disk is swept of too much and too old."),
    .number("diskInterval", \.diskCache.sweepInterval, 0.1...1e9, "Seconds between sweeps."),
    .flag("pngReencode", \.encodesPNG, "A download is encoded as PNG before it is written."),
    .choice("read", \.reads, "The thread that reads the file."),
    .choice("decodeOn", \.decodes, "The thread that decodes; on main when first drawn."),
    .flag("decodeAtOnce", \.decodesAtOnce, "The main thread decodes as soon as it has read."),
    .choice("decode", \.redraw, "What the image is redrawn into when it is decoded."),
    .integer("lanes", \.lanes, 0...64, "Parallel decodes, at most one a core; 0: one a core."),
    .flag("priorities", \.ranks, "What is visible goes before what is fetched ahead."),
    .choice("order", \.order, "Who is served first within a priority."),
    .flag("tiles", \.isTiled, "Cells draw themselves tile by tile, each reading the image."),
    .integer("tileSide", \.tileSide, 0...100_000, "Pixels of a tile's side; 0: the cell's."),
    .integer("pageCache", \.pageCache, 0...1 << 40, "Bytes of files that the system keeps."),
    .choice("variants", \.variants, "Low variants, shown while the viewport moves."),
    .number("lowScale", \.lowScale, 0.01...1, "Width of a low variant over that of the image."),
    .flag("cache", \.hasCache, "What was loaded goes into a memory cache with a policy."),
    .choice("holds", \.cacheHolds, "What the cache holds."),
    .choice("cost", \.cost, "What the cache is told an image costs."),
    .choice("key", \.key, "What identifies an image in memory and on disk."),
    .integer("fileNames", \.fileNames, 1...10_000_000, "Different file names, where the key."),
    .flag("timeStamps", \.timeStamps, "Look-ups notice that an image has changed since."),
    .flag("liveObjects", \.keepsLiveObjects, "Evicted images on screen can be found."),
    .flag("pinDisplayed", \.pinsDisplayed, "Images on screen cannot be evicted."),
    .choice("purgeable", \.purgeable, "Which cached bitmaps the system may take, and when."),
    .integer("purgeGroup", \.purgeGroup, 0...7, "Their volatile group; the lowest goes first."),
    .integer(
      "interfaceAssets", \.interfaceAssets, 0...100_000, "Interface pictures, one in a cell."),
    .flag("coalescing", \.coalesces, "A request for an image in flight joins it."),
    .flag("cancelOnLeave", \.cancelsOnLeave, "Work that nobody waits for is cancelled."),
    .flag("prefetchTouches", \.prefetchTouches, "Prefetch look-ups touch the policy."),
    .integer("prefetchLimit", \.prefetchLimit, 0...10_000, "Prefetches at a time; 0: no limit."),
    .integer("preload", \.preload, 0...10_000_000, "Images loaded before the first frame."),
    .flag("recycledCellCheck", \.checksRecycledCells, "Late images stay out of reused cells."),
    .flag("clearOnReuse", \.clearsOnReuse, "A reused cell drops its old image."),
    .choice("hitDelivery", \.hitDelivery, "When a hit reaches its cell."),
    .choice("cellPreparation", \.preparesCells, "When cells are made."),
    .flag("reloadRow", \.reloadsRow, "A download reloads its row: a second request and cell."),
    .number("fadeDuration", \.fade, 0...60, "Seconds in which a late image fades in."),
  ]
}

extension Loader {
  /// Whether downloads are kept on disk.
  fileprivate var hasDisk: Bool {
    get { disk != nil }
    set { disk = newValue ? diskCache : nil }
  }

  /// The disk cache, or what one would be; setting one without a disk changes nothing.
  fileprivate var diskCache: DiskCache {
    get { disk ?? DiskCache() }
    set { if disk != nil { disk = newValue } }
  }
}
