import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The screen: the positions of the items, the visible items, and their cells.
struct Screen: ~Copyable {
  /// The state of an item and its image.
  enum ItemState: UInt8 {
    case hidden
    /// Visible, but still without its image.
    case waiting
    case shown
    /// Visible with another item's late image, which has replaced its own image.
    case overwritten
  }

  /// An item whose image is shown for the first time, with the image's waits.
  struct ShownItem {
    var item: ItemIndex
    var waits: WaitTimes
    var reason: AbsenceReason
  }

  /// An item on screen whose picture the cache no longer has, for a loader that draws frames from
  /// the cache.
  struct LostPicture {
    var item: ItemIndex
    var bitmap: BitmapIndex
  }

  private(set) var visible = VisibleRange()
  /// The placement of the items in the current layout, with keys in place of images.
  private(set) var placement: ItemPlacement
  private(set) var extent: Double
  var cells = CellPool()
  private(set) var states: Table<ItemID, ItemState>
  private(set) var appearances: Table<ItemID, Int32>
  private(set) var cellOfItem: Table<ItemID, CellIndex>
  /// A Boolean value for each image that indicates whether it has appeared, in this process or an
  /// earlier one.
  private var hasAppeared: Table<ImageID, Bool>
  var pictures: VisiblePictures
  /// The number of visible items that wait for their images.
  private(set) var waitingCount = 0
  /// The number of items that are overwritten, and the number of cells that are soft or wrong.
  private var overwrittenCount = 0, flawedCount = 0
  /// Items that appeared in the frame that is not on screen yet, in entering order.
  private(set) var entered = UniqueArray<Int32>()
  /// Pictures on screen that the cache no longer has, for a loader that draws frames from the
  /// cache.
  private(set) var lostPictures = UniqueArray<LostPicture>()
  /// Items whose image is shown for the first time in the frame that is not on screen yet.
  private(set) var shownNow = UniqueArray<ShownItem>()
  /// A Boolean value for each item that indicates whether its cell was created before the item
  /// appeared.
  private var isPrepared: Table<ItemID, Bool>
  /// The number of cells that were created before their items appeared.
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

  /// A Boolean value that indicates whether every visible item shows its own full image and no item
  /// or image is new in this frame.
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

  /// Records that an item shows an image from this frame on: its own image or, if `isWrong`,
  /// another one.
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

  /// Records that another item's late image replaces the image of an item.
  mutating func overwrite(_ item: ItemIndex) {
    guard states[item] == .shown else { return }
    states[item] = .overwritten
    overwrittenCount += 1
  }

  /// Starts the fade of an image when its first frame is on screen, and ends the fade once its
  /// duration has passed.
  mutating func settleFade(_ cell: CellIndex, for duration: Int64, at now: Int64) {
    let until = cells[cell].fadesUntil
    if until == .max {
      cells.update(cell) { $0.fadesUntil = now + duration }
    } else if until != .min, now >= until {
      cells.update(cell) { $0.fadesUntil = .min }
      if !cells[cell].isFlawed { flawedCount -= 1 }
    }
  }

  /// Marks the images of a frame that never gets on screen as not shown; their items continue to
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
        $0.failedAt = .never
      }
    }
    shownNow.removeAll(keepingCapacity: true)
  }

  /// Clears the lists of entered items and shown images, after they were counted.
  mutating func didPresent() {
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  // MARK: Cells made ahead

  /// Creates the cell of an item before it appears; returns `false` if the item already has a cell.
  mutating func prepare(_ item: ItemIndex) -> Bool {
    guard !isPrepared[item] else { return false }
    isPrepared[item] = true
    prepared += 1
    return true
  }

  /// Takes the cell that was created for an item before it appeared; returns `false` if there is
  /// none.
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
  /// The number of visible items of each image, by `KeySpace.visibleNumber(of:)`.
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

  /// Counts an item of an image that appears or leaves; returns `true` if the first item has
  /// appeared or the last one has left.
  mutating func countViewers(of base: Int, by step: Int32) -> Bool {
    let before = viewers[base]
    viewers[base] += step
    return before == 0 || before + step == 0
  }

  /// Adds the bitmap bytes of an image that becomes visible, or subtracts those of an image that
  /// leaves.
  mutating func changeBytes(by bytes: ByteCount) { self.bytes += bytes }
}

/// The cells of the scroll view; cells that left the screen are reused, last in, first out.
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
    /// A Boolean value that indicates whether the image had appeared before, in any item.
    var isReturn = false
    /// The picture that the cell waits for.
    var awaited: PictureIndex = .none
    /// The load that brings the picture, and its serial number.
    var load: LoadIndex = .none, serial: Int32 = 0
    /// A Boolean value that indicates whether the last request has no outcome yet.
    var hasOpenRequest = false
    /// A Boolean value that indicates whether the cell has requested the full picture.
    var askedFull = false
    /// A Boolean value that indicates whether the cell displays another item's image as if it were
    /// its own.
    var isWrong = false
    /// A Boolean value that indicates whether the cell displays a low variant.
    var isLow = false
    /// The end of the fade in screen time; `.max` before the first frame with the image is on
    /// screen, `.min` without a fade.
    var fadesUntil: Int64 = .min
    /// The reason why the image was absent when the cell requested it; `nil` before the request.
    var reason: AbsenceReason?
    /// The moment at which the cell was first on screen.
    var firstPresented = ScreenMoment.never
    /// The waits since `firstPresented` for earlier loads of the cell, and the waits of the current
    /// load that do not count for the cell.
    ///
    /// The latter are the load's waits before the cell was first on screen, or before the cell
    /// joined the load.
    var waited = WaitTimes(), waitedBefore = WaitTimes()
    /// The moment since which no load is under way for the cell, because its load failed or was
    /// delivered to another row only.
    var failedAt = ScreenMoment.never

    /// A Boolean value that indicates whether the cell is soft or wrong because of its low variant,
    /// its wrong image or its fade.
    var isFlawed: Bool { isLow || isWrong || fadesUntil != .min }
  }

  private(set) var cells = UniqueArray<Cell>()
  private var idle = UniqueArray<CellIndex>()

  /// Returns a cell for an item: a reused cell with its old picture if one is free, otherwise a new
  /// cell.
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

  subscript(_ cell: CellIndex) -> Cell {
    @inline(__always) _read { yield cells[cell] }
  }

  /// Returns a copy that shares no state.
  func copy() -> CellPool { CellPool(cells: cells.clone(), idle: idle.clone()) }
}
