import ScrollCore

/// A stretch of screens that show one image, in one process.
///
/// Times are shares of the screen integrated over time, in nanoseconds.
struct Viewing {
  /// The screens, by number and by vsync.
  var firstNumber: Int, lastNumber: Int
  var firstVsync: Int64, lastVsync: Int64
  /// The item that shows the image, at first.
  let item: Int
  /// Whether no other does, and it never leaves in between.
  var isWhole = true
  /// The first vsync at which the image can be on screen if a load has to bring it.
  let presentable: Int64
  /// How much of it is wanted, and how much of that before it can be there.
  private(set) var total = 0.0, missed = 0.0

  /// A stretch that begins with a screen.
  init(_ screen: WantedScreens.Screen, item: Int, presentable: Int64) {
    (firstNumber, lastNumber) = (screen.number, screen.number)
    (firstVsync, lastVsync) = (screen.vsync, screen.vsync)
    self.item = item
    self.presentable = presentable
  }

  /// An item shows a part of the image on a screen, the last one or a later one.
  mutating func add(_ screen: WantedScreens.Screen, item: Int, share: Double) {
    if item != self.item || screen.number > lastNumber + 1 { isWhole = false }
    (lastNumber, lastVsync) = (screen.number, screen.vsync)
    let part = share * Double(screen.duration)
    total += part
    if screen.vsync + 1 < presentable { missed += part }
  }
}
