import ScrollCaching
import ScrollCore

/// A policy of the catalog in a cache of its own, driven image by image, every one of cost 1.
final class DrivenCache {
  let model: any CacheModel
  private var position = Int64(0)

  init(_ policy: String, images: Int = 400, room: Int) throws {
    model = try ClassicReplay.model(policy, images: images, limits: CacheLimits(count: room))
  }

  init(_ model: any CacheModel) { self.model = model }

  private func request(_ image: Int) -> Request {
    Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: position))
  }

  /// Looks an image up, and stores it where that is a miss: true on a hit.
  @discardableResult
  func view(_ image: Int) -> Bool {
    position += 1
    if model.lookup(request(image)) { return true }
    _ = model.store(request(image), as: .viewed)
    return false
  }

  @discardableResult
  func prefetch(_ image: Int) -> StoreOutcome { model.store(request(image), as: .prefetched) }

  func contains(_ image: Int) -> Bool { model.contains(ImageID(image)) }

  /// H for each hit and M for each miss of images written as letters.
  func picture(_ letters: String) -> String {
    var picture = ""
    for letter in letters.utf8 { picture += view(Int(letter - UInt8(ascii: "a"))) ? "H" : "M" }
    return picture
  }
}
