import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollLayout

/// Which rendition of an image a cell asks for: a low one while the viewport moves.
extension Simulation {
  /// The variant that an appearance asks for: 1, the low one, while the viewport moves and the
  /// full one is not in memory.
  mutating func wantedVariant(of item: ItemIndex) -> Variant {
    guard loader.variants != .none, motion.phase != .idle else { return .full }
    return cache.contains(keys.key(of: item)) ? .full : .low
  }

  /// At rest every visible item that has not asked for its full picture does so.
  mutating func swapVariants(at time: SimTime) {
    guard motion.phase == .idle else { return }
    for item in ItemsInOrder(screen.visible.indices, motion.direction) {
      askForFull(item, at: time)
    }
  }

  private mutating func askForFull(_ item: ItemIndex, at time: SimTime) {
    guard screen.states[item] != .hidden else { return }
    let cell = screen.cellOfItem[item]
    guard !screen.cells[cell].askedFull else { return }
    screen.cells.update(cell) { $0.askedFull = true }
    let (awaited, isLow) = (screen.cells[cell].awaited, screen.cells[cell].isLow)
    guard isLow || keys.isLow(awaited) else { return }
    if awaited != .none { withdraw(cell, at: time) }
    request(item, .full, at: time)
  }
}
