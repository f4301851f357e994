public import ScrollCore
import ScrollDevice

/// A request with its time, as written for other programs.
public struct TimedRequest: Sendable, Equatable {
  public var time: SimTime
  /// The number of the image.
  public var image: ImageID
  /// The size in bytes.
  public var size: Int
  /// The item that made the request; `nil` for none.
  public var item: ItemID?
  /// A Boolean value that indicates whether the image was requested before it was visible.
  public var isPrefetch: Bool

  public init(
    time: SimTime, image: ImageID, size: Int, item: ItemID? = nil, isPrefetch: Bool = false
  ) {
    self.time = time
    self.image = image
    self.size = size
    self.item = item
    self.isPrefetch = isPrefetch
  }
}

extension Array<TimedRequest> {
  /// The position of the next request for the same image, for every request, from 1; -1 if there is
  /// none.
  var nextRequests: [Int64] {
    var following: [ImageID: Int64] = [:]
    var next = [Int64](repeating: -1, count: count)
    for index in indices.reversed() {
      next[index] = following[self[index].image] ?? -1
      following[self[index].image] = Int64(index + 1)
    }
    return next
  }
}

extension ScrollTrace {
  /// Returns the trace's own requests with their times: those of `requestStream()`.
  /// - Complexity: O(frames + requests + items).
  public func timedRequests() -> [TimedRequest] {
    var requests: [TimedRequest] = []
    forEachAppearance { item, time in
      let image = catalog.items[Int(item.index)]
      requests.append(
        TimedRequest(
          time: time, image: image, size: catalog.images[image].decoded.bytes, item: item))
    }
    return requests
  }
}
