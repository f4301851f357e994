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

  /// The statement of the policies whose first queue has a tenth of the capacity.
  static let refusalOfTenth = """
    refuses images larger than the whole cache; with refusesLarge=true all that are not smaller \
    than a tenth of the capacity, rounded down (unless just that large, and remembered from when \
    they were smaller or the capacity larger)
    """

  /// Whether such a queue refuses an image; nil where that depends on what happened before.
  static func refuses(_ cost: Int, share: Int) -> Bool? { cost == share ? nil : cost > share }
}
