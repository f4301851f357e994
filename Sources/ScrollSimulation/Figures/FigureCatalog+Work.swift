import ScrollCore

// The work of processor, flash, network and memory.

extension FigureCatalog {
  static let work = [
    count("decodes", "decodes", "on all lanes and the main thread", better: .less) {
      $0.work.laneDecodes + $0.work.mainDecodes
    },
    time("decodeMilliseconds", "decode ms", "the time that they took") {
      $0.work.laneDecode + $0.work.mainDecode
    },
    time(
      "wastedDecodeMilliseconds", "wasted decode ms", "decoded, and freed without having been shown"
    ) { $0.work.wastedDecode },
    count("wastedDecodes", "wasted decodes", "how many of them", better: .less) {
      $0.work.wastedDecodes
    }.unstored,
    count("laneDecodes", "lane decodes", "decodes on lanes") { $0.work.laneDecodes }.unstored,
    time("laneDecodeMilliseconds", "lane decode ms", "the time that they took") {
      $0.work.laneDecode
    }.unstored,
    time("laneEncodeMilliseconds", "lane encode ms", "encoding on lanes") {
      $0.work.laneEncode
    }.unstored,
    count("mainDecodes", "main decodes", "decodes on the main thread", better: .less) {
      $0.work.mainDecodes
    }.unstored,
    time("mainDecodeMilliseconds", "main decode ms", "the time that they took") {
      $0.work.mainDecode
    }.unstored,
    bytes("bytesRead", "read MiB", "from flash") { $0.work.bytesRead },
    bytes("bytesWritten", "written MiB", "to flash") { $0.work.bytesWritten }.unstored,
    count("diskHits", "disk hits", "files that the app's own disk cache had", better: .more) {
      $0.work.diskHits
    }.unstored,
    bytes("bytesDownloaded", "downloaded MiB", "over the network") { $0.work.bytesDownloaded },
    count("downloads", "downloads", "downloads that came") { $0.work.downloads }.unstored,
    count("failedDownloads", "failed downloads", "downloads that failed", better: .less) {
      $0.work.failures
    }.unstored,
    bytes("wastedBytes", "wasted MiB", "downloaded for nothing") { $0.work.wastedBytes },
    real(
      "radioActiveSeconds", .seconds, "radio s", decimals: 2, "with a transfer under way"
    ) { $0.work.radioActive.seconds }.unstored,
    real(
      "energySeconds", .seconds, "energy s", decimals: 2,
      "processor and radio seconds: a proxy, no joules"
    ) { $0.energySeconds },
  ]

  static let memory = [
    bytes("footprintPeakBytes", "footprint peak MiB", "the app's footprint at most") {
      $0.memory.peakFootprint
    },
    count("memoryWarnings", "warnings", "from the system", better: .less) { $0.memory.warnings },
    count(
      "killedBackgroundApps", "killed background apps", "that made room for this one",
      better: .less
    ) { $0.memory.killedBackgroundApps }.unstored,
    count("purges", "purges", "volatile bitmaps that the system took", better: .less) {
      $0.memory.purges
    }.unstored,
    bytes("purgedBytes", "purged MiB", "their bytes") { $0.memory.purgedBytes }.unstored,
    bytes("pagedOutBytes", "paged out MiB", "that went to swap") {
      $0.memory.pagedOut
    }.unstored,
    bytes("pagedInBytes", "paged in MiB", "that came back from it") {
      $0.memory.pagedIn
    }.unstored,
    time(
      "firstFrameMilliseconds", "first frame ms",
      "from the launch to the first frame, at most; empty where a launch showed none"
    ) { $0.launch.timeToFirstFrame },
    count("launches", "launches", "starts of the app") { $0.launch.count }.unstored,
    time("preloadingMilliseconds", "preloading ms", "loaded on the main thread before it") {
      $0.launch.preloading
    }.unstored,
    count("interfaceLoads", "interface loads", "pictures of the interface that were loaded") {
      $0.interface.loads
    }.unstored,
    time("interfaceMilliseconds", "interface ms", "the time that they took") {
      $0.interface.time
    }.unstored,
    count("cellsPreparedAhead", "cells ahead", "cells that were made before they were visible") {
      $0.cells.prepared
    }.unstored,
    count("frames", "frames", "frames that were processed") { $0.frames },
    real(
      "durationSeconds", .seconds, "duration s", decimals: 1,
      "simulated seconds, until the app was killed if it was", better: .neither
    ) { $0.duration.seconds },
  ]
}
