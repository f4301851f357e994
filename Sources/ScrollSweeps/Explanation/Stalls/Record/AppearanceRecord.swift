import ScrollCore
import ScrollSimulation

/// One appearance of an item: from the frame in which it became visible until it left.
struct AppearanceRecord {
  /// The content of its cell.
  enum Content: Equatable {
    case nothing
    /// The picture that the cell showed before it was reused.
    case old(picture: Int32, is: PictureRelation)
    /// A late image of another item that was put into the cell.
    case misplaced(picture: Int32)
    /// A picture of another image that has the same key as the requested one.
    case namesake(picture: Int32)
    case low
    case full
  }

  /// The relation of an unrequested picture to the item whose cell shows it.
  enum PictureRelation {
    case another, low, same
  }

  /// A request and its immediate result.
  struct RequestResult {
    var time: SimTime
    /// The index in the log.
    var index: Int
    var key: Int32
    var outcome: RunEvent.RequestOutcome
    /// The load that decodes an image that the request found encoded in memory; 0 for none.
    var decode: Int32 = 0

    /// The serial number of the load that delivers the image; 0 if there is none.
    var load: Int32 {
      switch outcome {
      case .joined(let load): load
      case .started(let load): load
      case .hit, .live: decode
      case .givenUp: 0
      }
    }
  }

  /// The reason why the image was absent, and its waits.
  struct Lateness {
    var reason: AbsenceReason
    var waits: WaitTimes
  }

  let item: Int32
  /// The number of the frame, its start, and the index in the log.
  let frame: Int, time: SimTime, index: Int
  var asks: [RequestResult] = []
  /// The contents of the cell in order, each with the frame from which it is shown.
  ///
  /// Of several contents in one frame, the last counts.
  var contents: [(frame: Int, content: Content, time: SimTime)]
  /// The frame in which the requested image was first shown.
  var shownFrame: Int?
  var lateness: Lateness?
  /// The frame in which the item left, and the start of that frame; `nil` if the run ended before.
  var left: (frame: Int, time: SimTime)?
  /// A Boolean value that indicates whether the app was killed before the item left.
  var isCutOff = false

  init(item: Int32, frame: Int, time: SimTime, index: Int) {
    self.item = item
    self.frame = frame
    self.time = time
    self.index = index
    contents = [(frame, .nothing, time)]
  }

  /// Returns the content of the cell in a frame.
  func content(in frame: Int) -> Content {
    contents.last { $0.frame <= frame }?.content ?? .nothing
  }

  /// The outcome for the image.
  var outcome: AppearanceExplanation.Outcome {
    guard lateness != nil else { return .atOnce }
    if shownFrame != nil { return .late }
    return left == nil && !isCutOff ? .unfinished : .neverShown
  }
}
