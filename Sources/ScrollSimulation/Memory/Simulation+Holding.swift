import BasicContainers
import ScrollCore

/// What holds and frees bytes.
///
/// A verb that takes the time applies the device's rules before it returns, if it changed what
/// the app holds; one that does not is part of a step, and leaves that to the end of it.
extension Simulation {
  /// A new bitmap, held by whatever asked for it.
  mutating func makeBitmap(
    bytes: Int, picture: PictureIndex, key: KeyIndex, version: Int32, isReencoded: Bool = false,
    at time: SimTime
  ) -> BitmapIndex {
    var bitmap = BitmapIndex.none
    changeMemory(at: time) {
      bitmap = $0.footprint.bitmaps.make(
        bytes: bytes, picture: picture, key: key, version: version, isReencoded: isReencoded)
    }
    return bitmap
  }

  /// The encoded bytes of a load have come.
  mutating func holdEncoded(_ bytes: Int, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.holdEncoded(ByteCount(bytes)) }
  }

  /// Holds a bitmap to use it; what had been paged out comes back first.
  mutating func hold(_ bitmap: BitmapIndex) {
    let pagedOut = footprint.bitmaps.retain(bitmap)
    if pagedOut > 0 { pageIn(ByteCount(pagedOut)) }
  }

  mutating func hold(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.hold(bitmap) }
  }

  /// What held a bitmap begins to use it.
  mutating func activate(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) {
      let pagedOut = $0.footprint.bitmaps.activate(bitmap)
      if pagedOut > 0 { $0.pageIn(ByteCount(pagedOut)) }
    }
  }

  /// Lets go of a bitmap.
  mutating func release(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.release(bitmap) }
  }

  /// Lets go of a bitmap that was only kept.
  mutating func releaseIdly(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.releaseIdly(bitmap) }
  }

  /// Decodes on the main thread what is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.decodeNow(bitmap) }
  }

  /// A cell shows its picture of the interface, read and decoded now if it is not in memory.
  mutating func showInterface(in item: ItemIndex, at time: SimTime) {
    changeMemory(at: time) {
      guard $0.footprint.showInterface(in: item) else { return }
      $0.mainThread.work.read += $0.footprint.interface.read
      $0.mainThread.work.decode += $0.footprint.interface.decode
    }
  }
}
