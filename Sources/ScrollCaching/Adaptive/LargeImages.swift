import ScrollCore

/// What becomes of an image that the first queue of a policy has no room for.
///
/// `s3fifo`, `qd-lp` and `w-tinylfu` let images in through a queue for a small share of the
/// capacity. In libCacheSim such a queue refuses what is larger than its share, so that nothing
/// at all is stored where few images fit. Here it holds at least one image: while an image enters
/// through it, the queue's share is the larger of its part of the capacity and the image's cost,
/// and the other queue has what is left. Nothing changes for an image within the share, and so
/// nothing where all are.
enum LargeImages {
  /// Whether they are refused, as in libCacheSim.
  static let setting = Setting(
    "refusesLarge", .flag, standard: "false",
    """
    Whether what is larger than the share of the first queue is refused, as in libCacheSim; \
    otherwise that queue holds at least one image.
    """
  ).later

  static func areRefused(_ settings: SettingValues) -> Bool { settings.flag(setting.name) }
}
