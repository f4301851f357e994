import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What is on screen: where the items lie, which of them are visible, and in which cells.
struct Screen: ~Copyable {
  /// Where an item is with its image.
  enum ItemState: UInt8 {
    case hidden
    /// Visible, its own image not there yet.
    case waiting
    case shown
    /// Showed its image until a late one of another item was put over it.
    case overwritten
  }

  /// An item whose image is shown for the first time, and what it had waited for.
  struct ShownItem {
    var item: ItemIndex
    var waits: WaitTimes
    var reason: AbsenceReason
  }

  /// An item whose picture has left the cache that it is drawn from.
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
  /// Whether an image has appeared, in this process or an earlier one.
  private var hasAppeared: Table<ImageID, Bool>
  var pictures: VisiblePictures
  /// Items that wait, that show what they must not, and cells that are soft or wrong.
  private(set) var waitingCount = 0
  private var overwrittenCount = 0, flawedCount = 0
  /// Items that appeared in the frame that is not on screen yet, in entering order.
  private(set) var entered = UniqueArray<Int32>()
  /// Pictures on screen that the cache does not have any more, where frames are drawn from it.
  private(set) var lostPictures = UniqueArray<LostPicture>()
  /// Items whose image is shown for the first time in that frame.
  private(set) var shownNow = UniqueArray<ShownItem>()
  /// Whether the cell of an item has been made ahead, and how many were.
  private var isPrepared: Table<ItemID, Bool>
  private(set) var prepared = 0
  /// What became of the cells' requests.
  var requests = RunReport.Requests()

  /// A screen on which nothing is visible yet.
  init(_ prepared: PreparedScenario, countsViewers: Bool) {
    let (loader, items) = (prepared.scenario.loader, prepared.scenario.placement.count)
    placement = prepared.keys.placement
    extent = prepared.scenario.viewportExtent
    states = Table(repeating: .hidden, count: items)
    appearances = Table(repeating: 0, count: items)
    cellOfItem = Table(repeating: .none, count: items)
    hasAppeared = Table(repeating: false, count: prepared.scenario.images.count)
    // An event that uses content may still come, in a run that goes on.
    pictures = VisiblePictures(
      keyCount: prepared.keys.count, imageCount: countsViewers ? prepared.keys.baseCount : 0)
    isPrepared = Table(repeating: false, count: loader.cellPreparation == .ahead ? items : 0)
  }

  /// A Boolean value that indicates whether pictures on screen have left the cache.
  var hasLostPictures: Bool { !lostPictures.isEmpty }

  /// The cache does not have the picture of an item any more.
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

  /// The items of lost pictures have left and appeared again.
  mutating func forgetLostPictures() { lostPictures.removeAll(keepingCapacity: true) }

  /// Whether every visible item shows its own image, sharp, and the frame has changed nothing.
  var isQuiet: Bool { !isFlawed && entered.isEmpty && shownNow.isEmpty }

  /// Whether a visible item waits, or shows what is wrong or soft.
  var isFlawed: Bool { waitingCount + overwrittenCount + flawedCount > 0 }

  /// Whether any cell is soft or wrong.
  var hasFlawedCells: Bool { flawedCount > 0 }

  // MARK: The viewport

  /// The viewport is somewhere else in the layout.
  mutating func move(to offset: Double) {
    visible.move(lower: offset, upper: offset + extent, in: placement)
  }

  /// The items lie elsewhere, and the viewport is of another size.
  mutating func lay(out placement: ItemPlacement, extent: Double, at offset: Double) {
    self.placement = placement
    self.extent = extent
    visible = VisibleRange()
    move(to: offset)
  }

  /// Nothing is visible any more: the process has ended.
  mutating func endProcess() {
    visible = VisibleRange()
    for item in isPrepared.indices { isPrepared[item] = false }
  }

  // MARK: Items

  /// An item enters the screen; the cell that it gets may still show something.
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

  /// An item is to enter in this frame.
  mutating func willAppear(_ item: ItemIndex) { entered.append(item.number) }

  /// An item leaves the screen; its cell is still its own.
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

  /// An item shows its image in this frame, or another one that the app takes for it.
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

  /// The image of another item is put over that of one.
  mutating func overwrite(_ item: ItemIndex) {
    guard states[item] == .shown else { return }
    states[item] = .overwritten
    overwrittenCount += 1
  }

  /// A fade begins when its frame is on screen, and is over in the first frame after its end.
  mutating func settleFade(_ cell: CellIndex, for duration: Int64, at now: Int64) {
    let until = cells[cell].fadesUntil
    if until == .max {
      cells.update(cell) { $0.fadesUntil = now + duration }
    } else if until != .min, now >= until {
      cells.update(cell) { $0.fadesUntil = .min }
      if !cells[cell].isFlawed { flawedCount -= 1 }
    }
  }

  /// The frame never gets on screen: the items whose images it would have shown wait on.
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

  /// The items that entered, and the images that were shown, are accounted for.
  mutating func didPresent() {
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  // MARK: Cells made ahead

  /// Makes the cell of an item ahead; false if that is done.
  mutating func prepare(_ item: ItemIndex) -> Bool {
    guard !isPrepared[item] else { return false }
    isPrepared[item] = true
    prepared += 1
    return true
  }

  /// Whether the cell of an item was made ahead; it is used up.
  mutating func takePrepared(_ item: ItemIndex) -> Bool {
    guard isPrepared.count > 0, isPrepared[item] else { return false }
    isPrepared[item] = false
    return true
  }
}

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

/// The cells of the scroll view: those that left the screen are used again, last out first in.
///
/// A cell that waits to be reused keeps its picture unless the loader clears it. What is known
/// of the current appearance of an item is kept with its cell.
struct CellPool: ~Copyable {
  struct Cell {
    /// The item that it shows; none while it waits to be reused.
    var item: ItemIndex = .none
    /// The bitmap that it displays.
    var bitmap: BitmapIndex = .none

    // The appearance.
    /// Whether its image had appeared before.
    var isReturn = false
    /// The picture that it waits for.
    var awaited: PictureIndex = .none
    /// The load that brings it, and its serial number.
    var load: LoadIndex = .none, serial: Int32 = 0
    /// Whether the last request has not come to its end.
    var hasOpenRequest = false
    /// Whether the full picture has been asked for.
    var askedFull = false
    /// Whether it displays what it must not: another image that the app takes for its own.
    var isWrong = false
    /// Whether it displays a low variant.
    var isLow = false
    /// Until when it fades in, in screen time; `.max` before its frame is on screen.
    var fadesUntil: Int64 = .min
    /// Why its image was not there; nil before it has asked.
    var reason: AbsenceReason?
    /// When the cell was first on screen.
    var firstPresented = ScreenMoment.never
    /// What it has waited for since then with loads that it no longer waits for, and what its
    /// load had waited for at that time, or when the cell came to it.
    var waited = WaitTimes(), waitedBefore = WaitTimes()
    /// Since when it waits for nothing because its load failed, or reached another row only.
    var failedAt = ScreenMoment.never

    /// Whether it is soft or wrong as far as the cell itself knows.
    var isFlawed: Bool { isLow || isWrong || fadesUntil != .min }
  }

  private(set) var cells = UniqueArray<Cell>()
  private var idle = UniqueArray<CellIndex>()

  /// Takes a cell for an item, an old one with its picture if there is one.
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
}
