// An app around an emitted file. The check adds `makePrefetcher()`, if there is one.
import UIKit

@main final class AppDelegate: UIApplicationDelegate {
  init() { FeedCache.configure() }
}
