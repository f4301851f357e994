import Foundation
import ScrollCaching
import ScrollCore

/// A memory cache that holds real bitmaps, as in an app.
protocol ImageCache: AnyObject {
  /// Looks up a bitmap, which counts as a request.
  func bitmap(of picture: Int) -> Bitmap?
  /// Returns `true` if a picture is cached; the policy does not see this look-up.
  func contains(_ picture: Int) -> Bool
  func store(_ bitmap: Bitmap, of picture: Int, isViewed: Bool)
}

/// A cache of scrollsim, which keeps the order, and the bitmaps.
final class PolicyCache: ImageCache {
  private let model: any CacheModel
  private var bitmaps: [Int: Bitmap] = [:]
  private let bytes: [Int]
  /// The number of requests so far, which serves as the time of the cache.
  private var requests: Int64 = 0

  init(policy: String, budget: Int, bytes: [Int]) throws {
    let choice: Choice<PolicyDescriptor>
    do { choice = try PolicyCatalog.builtIn.choose(policy) } catch {
      throw LabError.choice("\(error)")
    }
    model = choice.entry.makeModel(
      PolicySetup(
        imageCount: bytes.count, limits: CacheLimits(cost: budget), settings: choice.settings))
    self.bytes = bytes
  }

  func bitmap(of picture: Int) -> Bitmap? {
    let isHit = model.lookup(request(picture))
    dropRemoved()
    return isHit ? bitmaps[picture] : nil
  }

  func contains(_ picture: Int) -> Bool { model.contains(ImageID(picture)) }

  func store(_ bitmap: Bitmap, of picture: Int, isViewed: Bool) {
    let outcome = model.store(request(picture), as: isViewed ? .viewed : .prefetched)
    dropRemoved()
    if outcome == .stored, contains(picture) { bitmaps[picture] = bitmap }
  }

  private func request(_ picture: Int) -> Request {
    requests += 1
    return Request(
      image: ImageID(picture), cost: bytes[picture], time: SimTime(nanoseconds: requests))
  }

  private func dropRemoved() {
    model.drainRemovals { bitmaps[Int($0.image.index)] = nil }
  }
}

/// The NSCache of this system's Foundation.
final class FoundationCache: ImageCache {
  private let cache = NSCache<NSNumber, Bitmap>()

  init(budget: Int) { cache.totalCostLimit = budget }

  func bitmap(of picture: Int) -> Bitmap? { cache.object(forKey: NSNumber(value: picture)) }

  func contains(_ picture: Int) -> Bool { bitmap(of: picture) != nil }

  func store(_ bitmap: Bitmap, of picture: Int, isViewed: Bool) {
    cache.setObject(bitmap, forKey: NSNumber(value: picture), cost: bitmap.bytes)
  }
}
