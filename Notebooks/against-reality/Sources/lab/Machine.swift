/// The platform of the app: a clock, a main thread, a reader of files and decode lanes.
protocol Machine: AnyObject {
  /// Keeps the main thread idle until a moment.
  func wait(until moment: Int64)
  /// Begins a frame on the main thread, whatever time the clock shows.
  func beginFrame(at moment: Int64)
  /// Makes a cell on the main thread.
  func makeCell()
  /// Brings a bitmap to the screen on the main thread.
  func upload(_ bitmap: Bitmap, of picture: Int)
  /// Changes the loads in progress, either after the main thread's work so far or, as a variant,
  /// before that work has taken any time.
  func change<Result>(_ body: (inout LoadTable) -> Result) -> Result
  /// The moment when the main thread finishes its work so far.
  var free: Int64 { get }
  /// Ends the run.
  func stop()
}

/// The moment when the requests of a frame are sent.
enum RequestTime: String, CaseIterable {
  /// Each request after the work of its cell, as in an app.
  case afterWork = "after-work"
  /// All requests when the frame begins.
  case frameStart = "frame-start"
  /// All requests when the next frame begins: a planted fault that the comparison must notice.
  case nextFrame = "next-frame"
}
