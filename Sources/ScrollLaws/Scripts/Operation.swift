public import ScrollCaching

/// An operation of an app, its user or the system on a cache.
///
/// Images and items are plain numbers. Each case shows the word for the operation in a picture,
/// which is the script as text.
public enum Operation: Equatable, Sendable {
  /// `3`, `3:5`: a request. The viewport moves to the image. The image is looked up, and stored on
  /// a miss, with its own cost or a given cost.
  case request(Int, cost: Int? = nil)
  /// `2..5`, `5..2`: requests for a row of images.
  case run(from: Int, to: Int)
  /// `?3`: a look-up alone.
  case lookUp(Int)
  /// `+3`, `+3:5`: the end of a decode. The image, which is needed on screen, is offered to the
  /// cache.
  case deliver(Int, cost: Int? = nil)
  /// `~3`, `~3:5`: the end of a decode of a prefetched image.
  case prefetch(Int, cost: Int? = nil)
  /// `-3`: the removal of an image by the app.
  case remove(Int)
  /// `-*`: the removal of all images by the app.
  case removeAll
  /// `^3`: the pinning of an image, which must not be evicted.
  case pin(Int)
  /// `_3`: the unpinning of an image.
  case unpin(Int)
  /// `c=9`, `n=3`, `c=9,n=3`: other limits, of cost and of number.
  case limits(CacheLimits)
  /// `!warning`, `!critical`, `!normal`: the system's memory state.
  case pressure(PressureLevel)
  /// `!background`: the app leaves the screen.
  case background
  /// `t+500`: milliseconds pass.
  case wait(Int)
  /// `2>>>>6`, `6<<2`: a scroll that moves the screen's leading edge from one item to another. Each
  /// arrow is one frame.
  ///
  /// The screen first jumps to the start if it is not there yet.
  case scroll(from: Int, to: Int, frames: Int)
  /// `@2`: a rotation of the device, after which the items are in rows of two.
  case turn(columns: Int)
  /// `@3+64`: an insertion above item 3. It moves the row of the item and all rows below by 64/64
  /// pt.
  case insert(above: Int, length: Int)
}

extension Operation {
  /// A Boolean value that indicates whether the operation changes the layout of the items.
  var rearranges: Bool {
    switch self {
    case .turn, .insert: true
    default: false
    }
  }
}
