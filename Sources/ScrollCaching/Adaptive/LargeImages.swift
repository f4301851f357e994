import ScrollCore

/// The treatment of images that are larger than the share of a policy's first queue.
///
/// `s3fifo`, `qd-lp` and `w-tinylfu` let images in through a queue for a small share of the
/// capacity. In libCacheSim such a queue refuses images larger than its share, so a cache with room
/// for only a few images stores nothing at all. Here it holds at least one image: while an image
/// enters through it, the queue's share is the larger of its part of the capacity and the image's
/// cost, and the other queue has the rest. Nothing changes for images within the share.
enum LargeImages {
  /// The setting that makes a policy refuse large images, as libCacheSim does.
  static let setting = Setting(
    "refusesLarge", .flag, standard: "false",
    """
    Images larger than the share of the first queue are refused, as in libCacheSim; otherwise \
    that queue holds at least one image.
    """
  ).later

  static func areRefused(_ settings: SettingValues) -> Bool { settings.flag(setting.name) }
}
