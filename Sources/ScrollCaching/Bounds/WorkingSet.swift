package import ScrollCore

/// The images that a session requests within a window of time, each counted once.
///
/// The measure is that of P. J. Denning, "The working set model for program behavior",
/// Communications of the ACM 11(5), 1968, doi:10.1145/363095.363141. It is taken at every request.
package struct WorkingSet: Sendable, Equatable {
  let window: SimTime
  /// The mean and the maximum over all requests, in images; 0 without requests.
  package private(set) var meanImages = 0.0, mostImages = 0
  /// The mean and the maximum in bytes.
  package private(set) var meanBytes = 0.0, mostBytes = 0

  /// Computes the working set of a stream.
  /// - Parameters:
  ///   - stream: The requests; an image has the size of its last request within the window, or 1
  ///     without sizes.
  ///   - times: The time of each request, ascending.
  ///   - window: The length of the window.
  /// - Precondition: There are as many times as requests, and the window is not negative.
  /// - Complexity: O(requests + images).
  package init(_ stream: RequestStream, at times: [SimTime], window: SimTime) {
    precondition(times.count == stream.images.count, "one time per request")
    precondition(window >= .zero, "a window of \(window)")
    self.window = window
    var last = [Int](repeating: -1, count: stream.imageCount)
    var (oldest, images, bytes) = (0, 0, 0)
    func size(_ request: Int) -> Int { stream.sizes?[request] ?? 1 }
    for (request, image) in stream.images.enumerated() {
      let before = last[Int(image.index)]
      last[Int(image.index)] = request
      if before >= oldest {
        bytes -= size(before)
      } else {
        images += 1
      }
      bytes += size(request)
      while times[oldest] + window < times[request] {
        // An image that was requested again since then is in the window because of the later
        // request.
        if last[Int(stream.images[oldest].index)] == oldest {
          images -= 1
          bytes -= size(oldest)
        }
        oldest += 1
      }
      meanImages += Double(images)
      meanBytes += Double(bytes)
      mostImages = max(mostImages, images)
      mostBytes = max(mostBytes, bytes)
    }
    meanImages /= Double(max(1, times.count))
    meanBytes /= Double(max(1, times.count))
  }
}
