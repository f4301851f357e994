package import ScrollLayout

extension ViewportSize {
  /// A Boolean value that indicates whether these are the pixels of a phone, which are no points.
  ///
  /// No phone is 600 points wide, and no other screen is nearly as high as twice its width. Screens
  /// of computers may be that wide, so a phone on its side is recognized only by its exact pixels.
  package var looksLikePhonePixels: Bool {
    if width >= 600, height >= 1.9 * width { return true }
    return Self.phones.contains { $0 == (height, width) }
  }

  /// The pixels of common phones, upright.
  private static let phones: [(Double, Double)] = [
    (828, 1792), (1125, 2436), (1170, 2532), (1179, 2556), (1206, 2622), (1242, 2688),
    (1260, 2736), (1284, 2778), (1290, 2796), (1320, 2868), (720, 1600), (1080, 2160),
    (1080, 2280), (1080, 2340), (1080, 2400), (1080, 2408), (1080, 2412), (1080, 2424),
    (1080, 2520), (1280, 2856), (1344, 2992), (1440, 2960), (1440, 3040), (1440, 3088),
    (1440, 3120), (1440, 3200), (1440, 3216),
  ]
}
