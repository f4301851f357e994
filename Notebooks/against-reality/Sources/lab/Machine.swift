/// What the app runs on: a clock, a main thread, a reader of files and decode lanes.
protocol Machine: AnyObject {
  /// The main thread does nothing until a moment.
  func wait(until moment: Int64)
  /// The main thread begins a frame, whatever time the clock shows.
  func beginFrame(at moment: Int64)
  /// The main thread makes a cell.
  func makeCell()
  /// The main thread brings a bitmap to the screen.
  func upload(_ bitmap: Bitmap, of picture: Int)
  /// The main thread changes what is on its way, having done its work so far or, as a variant, as if
  /// it had none.
  func change<Result>(_ body: (inout LoadTable) -> Result) -> Result
  /// When the main thread is done with everything so far.
  var free: Int64 { get }
  /// The run is over.
  func stop()
}

/// When the requests of a frame go out.
enum RequestTime: String, CaseIterable {
  /// Each after the work of its own cell, as in an app.
  case afterWork = "after-work"
  /// All when the frame begins.
  case frameStart = "frame-start"
  /// All when the next frame begins: planted, to see that the comparison notices.
  case nextFrame = "next-frame"
}
