import BasicContainers
import ScrollCore

/// How often each picture is on screen, and what the visible images take.
struct VisiblePictures: ~Copyable {
  /// How many cells on screen display a bitmap of a key.
  private var displays: Table<Key, Int32>
  /// How many visible items show an image, in any variant.
  private var viewers: RigidArray<Int32>
  /// What the distinct visible images take as bitmaps.
  private(set) var bytes = ByteCount.zero

  init(keyCount: Int, imageCount: Int) {
    displays = Table(repeating: 0, count: keyCount)
    viewers = RigidArray(repeating: 0, count: imageCount)
  }

  /// One more cell displays a picture; true if it is the first.
  mutating func display(_ key: KeyIndex) -> Bool {
    displays[key] += 1
    return displays[key] == 1
  }

  /// One cell less displays a picture; true if it was the last.
  mutating func stopDisplaying(_ key: KeyIndex) -> Bool {
    displays[key] -= 1
    return displays[key] == 0
  }

  /// An item of an image is visible, or no longer; true if it is the first, or was the last.
  mutating func countViewers(of base: Int, by step: Int32) -> Bool {
    let before = viewers[base]
    viewers[base] += step
    return before == 0 || before + step == 0
  }

  /// An image is visible, or no longer, whose bitmap takes so many bytes.
  mutating func changeBytes(by bytes: ByteCount) { self.bytes += bytes }
}
