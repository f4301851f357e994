package import ScrollDevice

/// The image formats that a built-in device can show with the last system version for it and with
/// its graphics processor.
///
/// A decoder that an app ships for a codec that its system lacks does not count. This type is
/// separate from the device profiles and not one of their figures: the decode times of a device
/// apply to a format whether the device supports it or not.
package struct FormatSupport: Sendable {
  private enum System { case iOS, macOS, android }

  private let system: System
  /// The major version; for macOS 10 with the minor version as a fraction.
  private let version: Double
  /// A Boolean value that indicates whether the graphics processor draws ASTC.
  private let drawsASTC: Bool

  private init(_ system: System, _ version: Double, drawsASTC: Bool = true) {
    self.system = system
    self.version = version
    self.drawsASTC = drawsASTC
  }

  /// Returns `true` if a device shows a format.
  /// - Returns: `true` for every format of a device that is not built in.
  package static func shows(_ format: ImageFormat, on device: DeviceProfile) -> Bool {
    builtIn[device.name]?.shows(format) ?? true
  }

  private func shows(_ format: ImageFormat) -> Bool {
    switch format {
    case .astc, .astc6x6, .astc8x8: return drawsASTC
    // Of these graphics processors only Apple's draw it.
    case .pvrtc, .pvrtc2: return system != .android
    case .png, .jpeg, .progressiveJPEG, .gif, .hybrid: return true
    case .heic, .webp, .avif, .jpeg2000, .tiff:
      return Self.first[system]?[format].map { version >= $0 } ?? false
    }
  }

  /// The first version of each system that decodes a format.
  ///
  /// Apple, "What's new" of ImageIO and UIKit: HEIF with iOS 11 and macOS 10.13 (WWDC 2017, session
  /// 511; in hardware from the A9 on, in software on older chips), WebP with iOS 14 and macOS 11,
  /// AVIF with iOS 16 and macOS 13. Android Developers, "Supported media formats": WebP 4.0, HEIF
  /// 8.0, AVIF 12; neither JPEG 2000 nor TIFF.
  private static let first: [System: [ImageFormat: Double]] = [
    .iOS: [.heic: 11, .webp: 14, .avif: 16, .jpeg2000: 0, .tiff: 0],
    .macOS: [.heic: 10.13, .webp: 11, .avif: 13, .jpeg2000: 0, .tiff: 0],
    .android: [.heic: 8, .webp: 4, .avif: 12],
  ]

  /// The last system version for each device, from its maker's lists of compatible devices.
  ///
  /// The Pixel is an exception: it has Android 7.1, because its profile keeps bitmaps in the Java
  /// heap, as Android did up to that version.
  ///
  /// Source for ASTC: Apple, "Metal Feature Set Tables", which list it from the family Apple2 on,
  /// the A8. The Adreno 530 and the Mali-G715 also draw ASTC.
  package static let builtIn: [String: FormatSupport] = [
    "iphone-5": FormatSupport(.iOS, 10, drawsASTC: false),
    "ipad-3": FormatSupport(.iOS, 9, drawsASTC: false),
    "iphone-5s": FormatSupport(.iOS, 12, drawsASTC: false),
    "iphone-6": FormatSupport(.iOS, 12),
    "ipad-air-2": FormatSupport(.iOS, 15),
    "iphone-6s": FormatSupport(.iOS, 15),
    "iphone-7": FormatSupport(.iOS, 15),
    "ipad-pro-10-5": FormatSupport(.iOS, 17),
    "iphone-8": FormatSupport(.iOS, 16),
    "iphone-x": FormatSupport(.iOS, 16),
    "iphone-xr": FormatSupport(.iOS, 18),
    "iphone-xs": FormatSupport(.iOS, 18),
    "ipad-pro-12-9-2018": FormatSupport(.iOS, 26),
    "iphone-11": FormatSupport(.iOS, 26),
    "iphone-12": FormatSupport(.iOS, 26),
    "iphone-13-pro": FormatSupport(.iOS, 26),
    "iphone-15-pro": FormatSupport(.iOS, 26),
    "iphone-17": FormatSupport(.iOS, 26),
    "pixel": FormatSupport(.android, 7.1),
    "pixel-8": FormatSupport(.android, 16),
    "macbook-air-m1": FormatSupport(.macOS, 26),
  ]
}
