import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What cells show, and who holds a bitmap for how long.
extension Simulation {
  /// Shows a waiting item a bitmap or file that somebody else holds.
  mutating func show(_ bitmap: Int32, in item: Int32, at time: SimTime) {
    guard scenario.loader.cacheHolds == .encoded, !bitmaps.isDecoded(bitmap) else {
      return display(bitmap, in: item, at: time)
    }
    let view = view(ofFile: bitmap)
    display(view, in: item, at: time)
    release(view)
  }

  /// Puts a bitmap into the cell of a waiting item: from this frame on it is shown.
  mutating func display(_ bitmap: Int32, in item: Int32, at time: SimTime) {
    states[Int(item)] = .shown
    waitingCount -= 1
    loadOfItem[Int(item)] = -1
    report.requests.displayed += 1
    shownNow.append(item)
    put(bitmap, into: cellOfItem[Int(item)], at: time)
    liveBitmap[Int(scenario.placement.images[Int(item)].index)] = bitmap
  }

  /// Puts a bitmap into a cell on screen, decodes it if it is not, and pays for the upload.
  mutating func put(_ bitmap: Int32, into cell: Int32, at time: SimTime) {
    bitmaps.retain(bitmap)
    // The new one is held before the old one goes: an image that stays is not let go.
    showPicture(bitmap)
    clear(cell)
    let work = images[Int(bitmaps.image(of: bitmap))]
    if bitmaps.decode(bitmap, bytes: work.bitmap, cost: work.decode) {
      frameWork.decode += work.decode
      report.work.mainDecodes += 1
      report.work.mainDecode += SimTime(nanoseconds: work.decode)
    }
    bitmaps.didShow(bitmap)
    frameWork.upload += work.upload
    cells.setBitmap(bitmap, of: cell)
    memoryChanged(at: time)
  }

  /// Takes the picture out of a cell, on screen or not.
  mutating func clear(_ cell: Int32) {
    let bitmap = cells.cells[Int(cell)].bitmap
    guard bitmap >= 0 else { return }
    if cells.cells[Int(cell)].item >= 0 { hidePicture(bitmap) }
    cells.setBitmap(-1, of: cell)
    release(bitmap)
  }

  /// Lets go of a bitmap; a live-object table forgets it with its last holder.
  mutating func release(_ bitmap: Int32) {
    let image = Int(bitmaps.image(of: bitmap))
    if bitmaps.release(bitmap), liveBitmap[image] == bitmap { liveBitmap[image] = -1 }
  }

  /// What a cell on screen shows cannot be evicted, if the loader wants it so; -1 is nothing.
  mutating func showPicture(_ bitmap: Int32) {
    guard scenario.loader.pinsDisplayed, bitmap >= 0 else { return }
    let image = Int(bitmaps.image(of: bitmap))
    displays[image] += 1
    if displays[image] == 1 { model.pin(ImageID(image)) }
  }

  mutating func hidePicture(_ bitmap: Int32) {
    guard scenario.loader.pinsDisplayed, bitmap >= 0 else { return }
    let image = Int(bitmaps.image(of: bitmap))
    displays[image] -= 1
    guard displays[image] == 0 else { return }
    model.unpin(ImageID(image))
    followRemovals()
  }
}
