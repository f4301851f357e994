import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The screen: the positions of the items, the visible items, and their cells.
struct Screen: ~Copyable {
  /// The state of an item and its image.
  enum ItemState: UInt8 {
    case hidden
    /// Visible without its own image.
    case waiting
    case shown
    /// Visible with a late image of another item over its own.
    case overwritten
  }

  /// An item whose image is shown for the first time, with its waits.
  struct ShownItem {
    var item: ItemIndex
    var waits: WaitTimes
    var reason: AbsenceReason
  }

  /// An item whose picture has left the cache from which frames are drawn.
  struct LostPicture {
    var item: ItemIndex
    var bitmap: BitmapIndex
  }

  private(set) var visible = VisibleRange()
  /// The items as keys, and the viewport, in the current epoch.
  private(set) var placement: ItemPlacement
  private(set) var extent: Double
  var cells = CellPool()
  private(set) var states: Table<ItemID, ItemState>
  private(set) var appearances: Table<ItemID, Int32>
  private(set) var cellOfItem: Table<ItemID, CellIndex>
  /// Boolean values that indicate whether each image has appeared, in this process or an earlier
  /// one.
  private var hasAppeared: Table<ImageID, Bool>
  var pictures: VisiblePictures
  /// The numbers of items that wait, of items that are overwritten, and of cells that are soft or
  /// wrong.
  private(set) var waitingCount = 0
  private var overwrittenCount = 0, flawedCount = 0
  /// Items that appeared in the frame that is not on screen yet, in entering order.
  private(set) var entered = UniqueArray<Int32>()
  /// Pictures on screen that the cache no longer has, for a loader that draws frames from the
  /// cache.
  private(set) var lostPictures = UniqueArray<LostPicture>()
  /// Items whose image is shown for the first time in that frame.
  private(set) var shownNow = UniqueArray<ShownItem>()
  /// Boolean values that indicate whether the cell of each item has been made ahead, and the number
  /// of cells made ahead.
  private var isPrepared: Table<ItemID, Bool>
  private(set) var prepared = 0
  /// The outcomes of the cells' requests.
  var requests = RunReport.Requests()

  /// Returns a copy that shares no state.
  func copy() -> Screen {
    Screen(
      visible: visible, placement: placement, extent: extent, cells: cells.copy(),
      states: states.copy(), appearances: appearances.copy(), cellOfItem: cellOfItem.copy(),
      hasAppeared: hasAppeared.copy(), pictures: pictures.copy(), waitingCount: waitingCount,
      overwrittenCount: overwrittenCount, flawedCount: flawedCount, entered: entered.clone(),
      lostPictures: lostPictures.clone(), shownNow: shownNow.clone(), isPrepared: isPrepared.copy(),
      prepared: prepared, requests: requests)
  }
}

extension Screen {
  /// Creates a screen without visible items.
  init(_ prepared: PreparedScenario, countsViewers: Bool) {
    let (loader, items) = (prepared.scenario.loader, prepared.scenario.placement.count)
    placement = prepared.keys.placement
    extent = prepared.scenario.viewportExtent
    states = Table(repeating: .hidden, count: items)
    appearances = Table(repeating: 0, count: items)
    cellOfItem = Table(repeating: .none, count: items)
    hasAppeared = Table(repeating: false, count: prepared.scenario.images.count)
    // An event that uses content may still come in a run that continues.
    pictures = VisiblePictures(
      keyCount: prepared.keys.count, imageCount: countsViewers ? prepared.keys.visibleCount : 0)
    isPrepared = Table(repeating: false, count: loader.cellPreparation == .ahead ? items : 0)
  }

  /// A Boolean value that indicates whether pictures on screen have left the cache.
  var hasLostPictures: Bool { !lostPictures.isEmpty }

  /// Records that the cache no longer has the picture of an item.
  mutating func losePicture(of item: ItemIndex) {
    lostPictures.append(LostPicture(item: item, bitmap: cells[cellOfItem[item]].bitmap))
  }

  /// Returns `true` if an item still shows a picture that has left the cache.
  func hasLostPicture(_ item: ItemIndex) -> Bool {
    for index in 0..<lostPictures.count where lostPictures[index].item == item {
      return cells[cellOfItem[item]].bitmap == lostPictures[index].bitmap
    }
    return false
  }

  /// Clears the lost pictures, after their items have left and appeared again.
  mutating func forgetLostPictures() { lostPictures.removeAll(keepingCapacity: true) }

  /// A Boolean value that indicates whether every visible item shows its own image, sharp, and the
  /// frame has changed nothing.
  var isQuiet: Bool { !isFlawed && entered.isEmpty && shownNow.isEmpty }

  /// A Boolean value that indicates whether a visible item waits, or shows a wrong or soft image.
  var isFlawed: Bool { waitingCount + overwrittenCount + flawedCount > 0 }

  /// A Boolean value that indicates whether any cell is soft or wrong.
  var hasFlawedCells: Bool { flawedCount > 0 }

  // MARK: The viewport

  /// Moves the viewport to an offset.
  mutating func move(to offset: Double) {
    visible.move(lower: offset, upper: offset + extent, in: placement)
  }

  /// Replaces the layout of the items and the size of the viewport.
  mutating func lay(out placement: ItemPlacement, extent: Double, at offset: Double) {
    self.placement = placement
    self.extent = extent
    visible = VisibleRange()
    move(to: offset)
  }

  /// Hides all items, since the process has ended.
  mutating func endProcess() {
    visible = VisibleRange()
    for item in isPrepared.indices { isPrepared[item] = false }
  }

  // MARK: Items

  /// Adds an item that enters the screen; its cell may still show an old picture.
  mutating func add(_ item: ItemIndex, showing image: ImageIndex) -> CellIndex {
    appearances[item] += 1
    states[item] = .waiting
    waitingCount += 1
    let cell = cells.take(for: item)
    cellOfItem[item] = cell
    if hasAppeared[image] { cells.update(cell) { $0.isReturn = true } }
    hasAppeared[image] = true
    return cell
  }

  /// Records that an item enters in this frame.
  mutating func willAppear(_ item: ItemIndex) { entered.append(item.number) }

  /// Removes an item that leaves the screen; it still has its cell.
  mutating func remove(_ item: ItemIndex) {
    switch states[item] {
    case .hidden: preconditionFailure("item \(item.number) leaves but was not there")
    case .waiting: waitingCount -= 1
    case .overwritten: overwrittenCount -= 1
    case .shown: break
    }
    if cells[cellOfItem[item]].isFlawed { flawedCount -= 1 }
    states[item] = .hidden
  }

  /// Records that an item shows its image in this frame, or another image that the app takes for
  /// it.
  mutating func show(_ item: ItemIndex, isWrong: Bool, isLow: Bool, fades: Bool) {
    let cell = cellOfItem[item]
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
    let wasFlawed = cells[cell].isFlawed
    cells.update(cell) {
      $0.awaited = .none
      $0.isWrong = isWrong
      $0.isLow = isLow
      if fades, !$0.firstPresented.isNever { $0.fadesUntil = .max }
    }
    if cells[cell].isFlawed != wasFlawed { flawedCount += wasFlawed ? -1 : 1 }
  }

  /// Records that the image of another item is put over that of an item.
  mutating func overwrite(_ item: ItemIndex) {
    guard states[item] == .shown else { return }
    states[item] = .overwritten
    overwrittenCount += 1
  }

  /// Starts a fade when its frame is on screen, and ends it in the first frame after its end.
  mutating func settleFade(_ cell: CellIndex, for duration: Int64, at now: Int64) {
    let until = cells[cell].fadesUntil
    if until == .max {
      cells.update(cell) { $0.fadesUntil = now + duration }
    } else if until != .min, now >= until {
      cells.update(cell) { $0.fadesUntil = .min }
      if !cells[cell].isFlawed { flawedCount -= 1 }
    }
  }

  /// Takes back the shown images of a frame that never gets on screen; their items continue to
  /// wait.
  mutating func takeBackShown() {
    for index in 0..<shownNow.count {
      let shown = shownNow[index]
      if states[shown.item] == .overwritten { overwrittenCount -= 1 }
      states[shown.item] = .waiting
      waitingCount += 1
      cells.update(cellOfItem[shown.item]) {
        $0.reason = shown.reason
        $0.waited = shown.waits
        $0.load = .none
        $0.failedAt = .never
      }
    }
    shownNow.removeAll(keepingCapacity: true)
  }

  /// Clears the items that entered and the images that were shown, after they are counted.
  mutating func didPresent() {
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  // MARK: Cells made ahead

  /// Makes the cell of an item ahead; returns `false` if it is made already.
  mutating func prepare(_ item: ItemIndex) -> Bool {
    guard !isPrepared[item] else { return false }
    isPrepared[item] = true
    prepared += 1
    return true
  }

  /// Returns `true` if the cell of an item was made ahead, and takes it.
  mutating func takePrepared(_ item: ItemIndex) -> Bool {
    guard isPrepared.count > 0, isPrepared[item] else { return false }
    isPrepared[item] = false
    return true
  }
}

/// The number of displays of each picture, and the bytes of the visible images.
struct VisiblePictures: ~Copyable {
  /// The number of cells on screen that display a bitmap, by key.
  private var displays: Table<Key, Int32>
  /// The number of visible items that show an image in any variant, by its visible number.
  private var viewers: RigidArray<Int32>
  /// The bitmap bytes of the distinct visible images.
  private(set) var bytes = ByteCount.zero

  /// Returns a copy that shares no state.
  func copy() -> VisiblePictures {
    VisiblePictures(displays: displays.copy(), viewers: viewers.clone(), bytes: bytes)
  }
}

extension VisiblePictures {
  init(keyCount: Int, imageCount: Int) {
    displays = Table(repeating: 0, count: keyCount)
    viewers = RigidArray(repeating: 0, count: imageCount)
  }

  /// Counts a cell that displays a picture; returns `true` if it is the first.
  mutating func display(_ key: KeyIndex) -> Bool {
    displays[key] += 1
    return displays[key] == 1
  }

  /// Counts a cell that no longer displays a picture; returns `true` if it was the last.
  mutating func stopDisplaying(_ key: KeyIndex) -> Bool {
    displays[key] -= 1
    return displays[key] == 0
  }

  /// Counts visible items of an image; returns `true` after the first has appeared or the last has
  /// left.
  mutating func countViewers(of base: Int, by step: Int32) -> Bool {
    let before = viewers[base]
    viewers[base] += step
    return before == 0 || before + step == 0
  }

  /// Adds the bitmap bytes of an image that is visible, or subtracts those of one that no longer
  /// is.
  mutating func changeBytes(by bytes: ByteCount) { self.bytes += bytes }
}

/// The cells of the scroll view; those that left the screen are used again, last in, first out.
///
/// A cell that waits to be reused keeps its picture unless the loader clears it. The state of an
/// item's current appearance is stored with its cell.
struct CellPool: ~Copyable {
  struct Cell {
    /// The item that the cell shows; `none` while it waits to be reused.
    var item: ItemIndex = .none
    /// The bitmap that the cell displays.
    var bitmap: BitmapIndex = .none

    // The state of the appearance.
    /// A Boolean value that indicates whether the image had appeared before.
    var isReturn = false
    /// The picture that the cell waits for.
    var awaited: PictureIndex = .none
    /// The load that brings the picture, and its serial number.
    var load: LoadIndex = .none, serial: Int32 = 0
    /// A Boolean value that indicates whether the last request has no outcome yet.
    var hasOpenRequest = false
    /// A Boolean value that indicates whether the cell has requested the full picture.
    var askedFull = false
    /// A Boolean value that indicates whether the cell displays another image that the app takes
    /// for its own.
    var isWrong = false
    /// A Boolean value that indicates whether the cell displays a low variant.
    var isLow = false
    /// The end of the fade, in screen time; `.max` before its frame is on screen.
    var fadesUntil: Int64 = .min
    /// The reason why the image was absent; `nil` before the cell has requested it.
    var reason: AbsenceReason?
    /// The moment at which the cell was first on screen.
    var firstPresented = ScreenMoment.never
    /// The waits since then for loads that the cell no longer waits for, and the earlier waits of
    /// its current load.
    ///
    /// The earlier waits are those before the cell was first on screen, or before the cell joined
    /// the load.
    var waited = WaitTimes(), waitedBefore = WaitTimes()
    /// The moment since which the cell waits for nothing, because its load failed or reached only
    /// another row.
    var failedAt = ScreenMoment.never

    /// A Boolean value that indicates whether the cell is soft or wrong, by its own state.
    var isFlawed: Bool { isLow || isWrong || fadesUntil != .min }
  }

  private(set) var cells = UniqueArray<Cell>()
  private var idle = UniqueArray<CellIndex>()

  /// Returns a cell for an item: a used one with its picture if there is one.
  mutating func take(for item: ItemIndex) -> CellIndex {
    guard let cell = idle.popLast() else {
      var fresh = Cell()
      fresh.item = item
      cells.append(fresh)
      return CellIndex(cells.count - 1)
    }
    var reused = Cell()
    reused.item = item
    reused.bitmap = cells[cell].bitmap
    cells[cell] = reused
    return cell
  }

  mutating func giveBack(_ cell: CellIndex) {
    cells[cell].item = .none
    idle.append(cell)
  }

  mutating func update(_ cell: CellIndex, _ change: (inout Cell) -> Void) {
    change(&cells[cell])
  }

  subscript(_ cell: CellIndex) -> Cell { cells[cell] }

  /// Returns a copy that shares no state.
  func copy() -> CellPool { CellPool(cells: cells.clone(), idle: idle.clone()) }
}
