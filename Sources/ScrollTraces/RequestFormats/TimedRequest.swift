public import ScrollCore
import ScrollDevice

/// A request with its moment, as it is written for other programs.
public struct TimedRequest: Sendable, Equatable {
  public var time: SimTime
  /// The number of the image.
  public var image: ImageID
  /// Bytes.
  public var size: Int
  /// The place in the layout that asked; nil for none.
  public var item: ItemID?
  /// Whether it was asked for before it was visible.
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
  /// For every request the one that asks for its image next, from 1; -1 if none does.
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
  /// The trace's own requests with their moments: those of `requestStream()`.
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
