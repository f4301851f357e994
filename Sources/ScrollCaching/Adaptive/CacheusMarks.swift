import BasicContainers
import ScrollCore

/// The marks of images in `cacheus`, demoted and stranger, and the number of images with each mark.
struct CacheusMarks: ~Copyable {
  private static var isDemoted: UInt8 { 1 }
  private static var isStranger: UInt8 { 2 }

  private var marks: RigidArray<UInt8>
  /// The number of residents that were demoted from the list of reused images.
  private(set) var demoted = 0
  /// The number of strangers in the first expert's history.
  private(set) var strangers = 0

  init(imageCount: Int) { marks = RigidArray(repeating: 0, count: imageCount) }

  mutating func grow(toImageCount count: Int) { marks.grow(to: count, filling: 0) }

  func isDemoted(_ image: ImageID) -> Bool { marks[Int(image.index)] & Self.isDemoted != 0 }
  func isStranger(_ image: ImageID) -> Bool { marks[Int(image.index)] & Self.isStranger != 0 }

  mutating func demote(_ image: ImageID) {
    guard !isDemoted(image) else { return }
    marks[Int(image.index)] |= Self.isDemoted
    demoted += 1
  }

  /// Clears the demoted mark of an image.
  mutating func pardon(_ image: ImageID) {
    guard isDemoted(image) else { return }
    marks[Int(image.index)] &= ~Self.isDemoted
    demoted -= 1
  }

  /// Sets or clears the stranger mark of an image that was just stored.
  mutating func introduce(_ image: ImageID, asStranger: Bool) {
    marks[Int(image.index)] = asStranger ? Self.isStranger : 0
  }

  mutating func didEnterHistory(_ image: ImageID) {
    if isStranger(image) { strangers += 1 }
  }

  mutating func didLeaveHistory(_ image: ImageID) {
    if isStranger(image) { strangers -= 1 }
  }
}
