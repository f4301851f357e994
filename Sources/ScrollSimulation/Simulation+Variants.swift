import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollLayout

/// Which rendition of an image a cell asks for: a low one while the viewport moves.
extension Simulation {
  /// The variant that an appearance asks for: 1, the low one, while the viewport moves and the
  /// full one is not in memory.
  mutating func wantedVariant(of item: Int32) -> Int32 {
    guard loader.variants != .none, motion.phase != .idle else { return 0 }
    return cache.contains(ImageID(keys.key(of: item, variant: 0))) ? 0 : 1
  }

  /// At rest every visible item that has not asked for its full picture does so.
  mutating func swapVariants(at time: SimTime) {
    guard motion.phase == .idle else { return }
    let items = visible.indices
    if motion.direction == .forward {
      for item in items { askForFull(Int32(item), at: time) }
    } else {
      for item in items.reversed() { askForFull(Int32(item), at: time) }
    }
  }

  private mutating func askForFull(_ item: Int32, at time: SimTime) {
    guard states[Int(item)] != .hidden else { return }
    let cell = cellOfItem[Int(item)]
    guard !cells[cell].askedFull else { return }
    cells.update(cell) { $0.askedFull = true }
    let (awaited, isLow) = (cells[cell].awaited, cells[cell].isLow)
    guard isLow || awaited % 2 == 1 else { return }
    if awaited >= 0 { withdraw(cell, at: time) }
    request(item, variant: 0, at: time)
  }
}
