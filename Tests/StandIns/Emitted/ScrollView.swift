// A screen in SwiftUI that uses a window of distances.
import SwiftUI

struct FeedList: View {}

@available(iOS 18, *)
@MainActor func feed() -> some View {
  FeedList().prefetching(with: makePrefetcher()) { _ in [] }
}
