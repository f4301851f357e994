// An app whose only cache gets the memory warnings of UIKit without a token.
import Foundation
import UIKit

@main enum MemoryWarning {
  static func main() {
    let images = ImageMemoryCache<Int, UIImage>(policy: .lru, costLimit: .none, cost: { _ in 1 })
    var options = CacheOptions<Int, UIImage>()
    options.memoryReactions.background = .keepShare(0.5)
    let purged = ImageMemoryCache<Int, UIImage>(
      policy: .lru, costLimit: .cost(10), cost: { _ in 1 }, options: options)
    options.memoryEvents = nil
    let kept = ImageMemoryCache<Int, UIImage>(
      policy: .lru, costLimit: .none, cost: { _ in 1 }, options: options)
    let caches = [images, purged, kept]
    for cache in caches { for key in 0..<10 { cache[key] = UIImage() } }

    post(UIApplication.didEnterBackgroundNotification)
    expect(caches.map(\.count), [10, 5, 10])
    post(UIApplication.didReceiveMemoryWarningNotification)
    expect(caches.map(\.count), [0, 0, 10])
    print("memory warnings of UIKit reach a cache without a token")
  }

  private static func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: nil)
  }

  private static func expect(_ counts: [Int], _ expected: [Int]) {
    if counts != expected { fatalError("the caches have \(counts) images; expected \(expected)") }
  }
}
