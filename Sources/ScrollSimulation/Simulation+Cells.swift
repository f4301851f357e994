import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What cells show, and who holds a bitmap for how long.
extension Simulation {
  /// Shows a waiting item a bitmap or file that somebody else holds.
  mutating func show(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    guard loader.holds == .encoded, !bitmaps[bitmap].isDecoded else {
      return display(bitmap, in: item, at: time)
    }
    let view = view(ofFile: bitmap)
    display(view, in: item, at: time)
    release(view)
  }

  /// Puts a bitmap into the cell of an item that wants it: from this frame on it is shown.
  mutating func display(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    let cell = cellOfItem[item]
    let picture = bitmaps[bitmap].picture
    let isRight = keys.image(of: picture) == image(of: item)
    stopWaiting(cell, at: time)
    if states[item] == .waiting {
      states[item] = .shown
      waitingCount -= 1
      shownNow.append(
        ShownItem(
          item: item, waits: cells[cell].waited, reason: cells[cell].reason ?? .askedLate))
    } else if states[item] == .overwritten {
      states[item] = .shown
      overwrittenCount -= 1
    }
    let isLate = cells[cell].firstPresented != .min
    let wasFlawed = cells[cell].isFlawed
    cells.update(cell) {
      $0.awaited = .none
      $0.isWrong = !isRight
      $0.isLow = keys.isLow(picture)
      if loader.fadeDuration > 0, isLate { $0.fadesUntil = .max }
    }
    if cells[cell].isFlawed != wasFlawed { flawedCount += wasFlawed ? -1 : 1 }
    if !isRight { report.stalls.wrongDisplays += 1 }
    endRequest(of: cell, as: \.displayed)
    note(
      time,
      .displayed(
        item: item.number, picture: picture.number, isLow: keys.isLow(picture), isWrong: !isRight))
    put(bitmap, into: cell, at: time)
    if loader.liveObjects { liveBitmap[bitmaps[bitmap].key] = bitmap }
  }

  /// Puts a bitmap into a cell on screen, decodes it if it is not, and pays for the upload.
  mutating func put(_ bitmap: BitmapIndex, into cell: CellIndex, at time: SimTime) {
    hold(bitmap)
    // The new one is held before the old one goes: an image that stays is not let go.
    showPicture(bitmap)
    clear(cell, at: time)
    decodeNow(bitmap)
    bitmaps.didShow(bitmap)
    frameWork.upload += works[bitmaps[bitmap].picture].upload
    cells.update(cell) { $0.bitmap = bitmap }
    memoryChanged(at: time)
  }

  /// Decodes on the main thread what is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex) {
    let entry = bitmaps[bitmap]
    guard !entry.isDecoded else { return }
    let work = works[entry.picture]
    let cost = entry.isReencoded ? work.storedDecode : work.wholeDecode
    _ = bitmaps.decode(bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    frameWork.tiles += work.tiles
    frameWork.composition += entry.isReencoded ? 0 : work.composition
    frameWork.decode += cost - work.tiles - (entry.isReencoded ? 0 : work.composition)
    report.work.mainDecodes += 1
    report.work.mainDecode += SimTime(nanoseconds: cost)
  }

  /// Takes the picture out of a cell, on screen or not.
  mutating func clear(_ cell: CellIndex, at time: SimTime) {
    let bitmap = cells[cell].bitmap
    guard bitmap != .none else { return }
    let isOnScreen = cells[cell].item != .none
    if isOnScreen { hidePicture(bitmap, at: time) }
    cells.update(cell) { $0.bitmap = .none }
    if isOnScreen { release(bitmap) } else { releaseIdly(bitmap) }
  }

  /// Holds a bitmap to use it; what had been paged out comes back first.
  mutating func hold(_ bitmap: BitmapIndex) {
    let pagedOut = bitmaps.retain(bitmap)
    if pagedOut > 0 { pageIn(pagedOut) }
  }

  /// Lets go of a bitmap; a live-object table forgets it with its last holder.
  mutating func release(_ bitmap: BitmapIndex) {
    let key = bitmaps[bitmap].key
    if bitmaps.release(bitmap) { forget(bitmap, key) }
  }

  mutating func releaseIdly(_ bitmap: BitmapIndex) {
    let key = bitmaps[bitmap].key
    if bitmaps.releaseIdly(bitmap) { forget(bitmap, key) }
  }

  private mutating func forget(_ bitmap: BitmapIndex, _ key: KeyIndex) {
    guard loader.liveObjects, liveBitmap[key] == bitmap else { return }
    liveBitmap[key] = .none
  }

  /// What a cell on screen shows cannot be evicted, if the loader wants it so; -1 is nothing.
  mutating func showPicture(_ bitmap: BitmapIndex) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = bitmaps[bitmap].key
    displays[key] += 1
    if displays[key] == 1 { model.pin(key.id) }
  }

  mutating func hidePicture(_ bitmap: BitmapIndex, at time: SimTime) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = bitmaps[bitmap].key
    displays[key] -= 1
    guard displays[key] == 0 else { return }
    model.unpin(key.id)
    followRemovals(at: time)
  }
}
