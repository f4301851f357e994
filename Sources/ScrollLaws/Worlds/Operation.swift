public import ScrollCaching

/// One thing that an app, its user or the system does to a cache.
///
/// Images and items are plain numbers. In a picture each has a word of its own, given here.
public enum Operation: Equatable, Sendable {
  /// `3`, `3:5`: the user looks at an image: the viewport moves to it, it is looked up, and
  /// stored on a miss; at its own cost or at another.
  case request(Int, cost: Int? = nil)
  /// `2..5`, `5..2`: requests for a row of images.
  case run(from: Int, to: Int)
  /// `?3`: a look-up alone.
  case lookUp(Int)
  /// `+3`, `+3:5`: a decode ends and the image, wanted on screen, is offered.
  case deliver(Int, cost: Int? = nil)
  /// `~3`, `~3:5`: the same for an image that was fetched ahead.
  case prefetch(Int, cost: Int? = nil)
  /// `-3`: the app takes an image out.
  case remove(Int)
  /// `-*`: the app takes everything out.
  case removeAll
  /// `^3`: an image is not to be evicted.
  case pin(Int)
  /// `_3`: it may be again.
  case unpin(Int)
  /// `c=9`, `n=3`, `c=9,n=3`: other limits, of cost and of number.
  case limits(CacheLimits)
  /// `!warning`, `!critical`, `!normal`: what the system says about memory.
  case pressure(PressureLevel)
  /// `!background`: the app leaves the screen.
  case background
  /// `t+500`: milliseconds pass.
  case wait(Int)
  /// `2>>>>6`, `6<<2`: the screen scrolls so that its leading edge goes from one item to
  /// another, a frame for every arrow; it jumps to the first if it is not there yet.
  case scroll(from: Int, to: Int, frames: Int)
  /// `@2`: the device is turned: the items lie in rows of two from now on.
  case turn(columns: Int)
  /// `@3+64`: something is inserted above item 3: the row of it and all below lie 64/64 pt farther.
  case insert(above: Int, length: Int)
}

extension Operation {
  /// Whether items lie elsewhere afterwards.
  var rearranges: Bool {
    switch self {
    case .turn, .insert: true
    default: false
    }
  }
}
