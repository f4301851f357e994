import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What cells show, and who holds a bitmap for how long.
extension Simulation {
  /// Shows a waiting item a bitmap or file that has another holder.
  mutating func show(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    guard loader.holds == .encoded, !footprint.bitmaps[bitmap].isDecoded else {
      return display(bitmap, in: item, at: time)
    }
    let view = view(ofFile: bitmap)
    display(view, in: item, at: time)
    footprint.release(view)
  }

  /// Puts a bitmap into the cell of an item that wants it: from this frame on it is shown.
  mutating func display(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    let picture = footprint.bitmaps[bitmap].picture
    let isRight = keys.image(of: picture) == image(of: item)
    stopWaiting(cell, at: time)
    screen.show(
      item, isWrong: !isRight, isLow: keys.isLow(picture), fades: loader.fadeDuration > 0)
    if !isRight { stalls.didShowWrongImage() }
    endRequest(of: cell, as: .displayed)
    note(
      time,
      .displayed(
        item: item.number, picture: picture.number, isLow: keys.isLow(picture), isWrong: !isRight))
    put(bitmap, into: cell, at: time)
    footprint.remember(bitmap)
  }

  /// Puts a bitmap into a cell on screen, decodes it if it is not, and pays for the upload.
  mutating func put(_ bitmap: BitmapIndex, into cell: CellIndex, at time: SimTime) {
    changeMemory(at: time) { simulation in
      simulation.hold(bitmap)
      // The new one is held before the old one goes: an image that stays is not let go.
      simulation.showPicture(bitmap)
      simulation.clear(cell, at: time)
      simulation.decodeNow(bitmap)
      simulation.footprint.bitmaps.didShow(bitmap)
      simulation.mainThread.work.upload +=
        simulation.works[simulation.footprint.bitmaps[bitmap].picture].upload
      simulation.screen.cells.update(cell) { $0.bitmap = bitmap }
    }
  }

  /// Decodes on the main thread what is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex) {
    let entry = footprint.bitmaps[bitmap]
    guard !entry.isDecoded else { return }
    let work = works[entry.picture]
    let extra = extraOnMain(
      of: entry.picture, entry.isReencoded, scratch: work.scratch, written: work.bitmap)
    let cost = (entry.isReencoded ? work.storedDecode : work.wholeDecode) + extra
    _ = footprint.bitmaps.decode(
      bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    mainThread.work.tiles += work.tiles
    mainThread.work.composition += entry.isReencoded ? 0 : work.composition
    mainThread.work.decode += cost - work.tiles - (entry.isReencoded ? 0 : work.composition)
    mainThread.didDecode(for: cost)
  }

  /// What a decode on the main thread takes more than the formula says: chance, and fresh memory.
  mutating func extraOnMain(
    of file: PictureIndex, _ isReencoded: Bool, scratch: Int, written: Int
  ) -> Int64 {
    let slowness = nextSlowness(of: file, isReencoded: isReencoded)
    let touching = footprint.heap.allocate(scratch + written)
    footprint.heap.release(scratch)
    return slowness.extra(works[file].decoding(isReencoded: isReencoded)) + touching
  }

  /// Takes the picture out of a cell, on screen or not.
  mutating func clear(_ cell: CellIndex, at time: SimTime) {
    let bitmap = screen.cells[cell].bitmap
    guard bitmap != .none else { return }
    let isOnScreen = screen.cells[cell].item != .none
    if isOnScreen { hidePicture(bitmap, at: time) }
    screen.cells.update(cell) { $0.bitmap = .none }
    if isOnScreen { footprint.release(bitmap) } else { footprint.releaseIdly(bitmap) }
  }

  /// What a cell on screen shows cannot be evicted, if the loader pins it.
  mutating func showPicture(_ bitmap: BitmapIndex) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = footprint.bitmaps[bitmap].key
    if screen.pictures.display(key) { cache.model.pin(key.id) }
  }

  mutating func hidePicture(_ bitmap: BitmapIndex, at time: SimTime) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = footprint.bitmaps[bitmap].key
    guard screen.pictures.stopDisplaying(key) else { return }
    cache.model.unpin(key.id)
    followRemovals(at: time)
  }
}
