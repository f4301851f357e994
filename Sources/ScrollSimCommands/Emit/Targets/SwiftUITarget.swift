import ScrollCore

extension EmitTarget {
  /// SwiftUI's AsyncImage, which keeps responses in `URLCache.shared` (memoryCapacity,
  /// diskCapacity).
  static let swiftui = EmitTarget(
    "swiftui", "The URLCache of AsyncImage.", loaders: ["swiftui", "swiftui-26"],
    ownPolicy: "lru", keeps: { $0 == "lru" }
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import SwiftUI"],
      summary: "The cache of AsyncImage's responses as it was simulated: call "
        + "`FeedCache.configure()` when the app starts.")
    let cache = "URLCache.shared"
    file.addCache(order: "the order of eviction of a URLCache cannot be chosen") {
      ["\(cache).memoryCapacity = \($0)"]
    }
    file.addLoader(
      mapped: ["diskLimit": .constant(besides: ["0"]) { ["\(cache).diskCapacity = \($0)"] }])
    file.need("Needs iOS 27 or later: in earlier versions, AsyncImage may not keep a response.")
    let window = file.addWindow { !$0.isFollowing }
    file.add(.intoURLCache, in: window)
    file.note(
      "An AsyncImage with asyncImageURLSession(_:) uses the cache of that session instead. It "
        + "decodes its image again each time that it appears.")
    return file
  }
}

extension SwiftPrefetcher {
  /// A prefetcher that downloads into the URL cache of the shared session.
  fileprivate static let intoURLCache = SwiftPrefetcher(
    properties: ["private var tasks: [URL: Task<Void, Never>] = [:]"],
    move: [
      "for (url, task) in tasks where !next.contains(url) { task.cancel() }",
      "tasks = tasks.filter { next.contains($0.key) }", "for url in added {",
      "  tasks[url] = Task { _ = try? await URLSession.shared.data(from: url) }", "}",
    ], hasSwiftUI: true)
}
