import BasicContainers
import ScrollCore

/// What `cacheus` remembers of images besides their places: two marks, and how many have them.
struct CacheusMarks: ~Copyable {
  private static var isDemoted: UInt8 { 1 }
  private static var isStranger: UInt8 { 2 }

  private var marks: RigidArray<UInt8>
  /// Residents that had to leave the list of the reused.
  private(set) var demoted = 0
  /// Strangers in the first expert's history.
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

  /// Takes the mark of the demoted from an image, if it has it.
  mutating func pardon(_ image: ImageID) {
    guard isDemoted(image) else { return }
    marks[Int(image.index)] &= ~Self.isDemoted
    demoted -= 1
  }

  /// Says of an image that is stored whether it is a stranger.
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
