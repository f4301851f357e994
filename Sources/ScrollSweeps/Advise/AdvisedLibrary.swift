package import ScrollCore
import ScrollSimulation

/// A library for which settings can be advised, with the settings that it has.
package struct AdvisedLibrary: Sendable, CatalogEntry {
  package static let kind = "library"

  package let name: String
  package let summary: String
  /// The loader that models the library.
  package let loader: String
  /// The policy of the library's cache; `nil` for the one that comes with the loader.
  package let ownPolicy: String?
  /// The limit of the library's cache; `nil` for the one that comes with the loader.
  package let ownBudget: BudgetList.Entry?
  /// The changes that the library allows, in the order of trials.
  let changes: [AdvisedChange]
  /// The devices of today that run the library.
  package let devices: [String]

  init(
    _ name: String, _ summary: String, loader: String, policy: String? = nil,
    budget: BudgetList.Entry? = nil, on devices: [String] = iPhones,
    _ changes: [AdvisedChange]
  ) {
    self.name = name
    self.summary = summary
    self.loader = loader
    ownPolicy = policy
    ownBudget = budget
    self.changes = changes
    self.devices = devices
  }

  /// Three iPhones that are in use today: six years old, three years old, new.
  static let iPhones = ["iphone-12", "iphone-15-pro", "iphone-17"]
  /// Android phones: an old one with a small heap, and one of 2023.
  static let androids = ["pixel", "pixel-8"]
  /// The networks of the sessions.
  package static let networks = ["wifi", "lte"]
}

/// A property of an app's image loading that an advice can change.
package enum AdvisedLever: String, Sendable, CaseIterable {
  case memory, policy, limit, entryLimit, disk, threads, decode, prefetch, connections, rateLimit,
    order,
    lanes

  /// The name in a list.
  package var words: String {
    switch self {
    case .memory: "memory cache"
    case .policy: "policy"
    case .limit: "cache limit"
    case .entryLimit: "entry limit"
    case .disk: "disk cache"
    case .threads: "background work"
    case .decode: "decode size"
    case .prefetch: "prefetching"
    case .connections: "connections"
    case .rateLimit: "rate limit"
    case .order: "download order"
    case .lanes: "parallel decodes"
    }
  }
}

/// A change of one property.
package struct AdvisedChange: Sendable, Equatable {
  /// The settings that the change replaces.
  enum Effect: Sendable, Equatable {
    /// A loader with a memory cache in place of one without.
    case memoryCache(String)
    case budget(ByteCount)
    case policy(String)
    /// A setting of the policy.
    case policySetting(String, String)
    case loader([String: String])
    /// The work that the loader does on the main thread, moved to the background.
    case background
    case prefetcher(String)
  }

  package let lever: AdvisedLever
  /// The change as text: `prefetch 2 screens ahead`.
  package let text: String
  let effect: Effect

  init(_ lever: AdvisedLever, _ text: String, _ effect: Effect) {
    self.lever = lever
    self.text = text
    self.effect = effect
  }
}

// The changes of which libraries have some.
extension AdvisedChange {
  static let limits = [16, 32, 64, 128, 256, 512].map { mebibytes in
    AdvisedChange(.limit, "cache limit \(mebibytes) MiB", .budget(ByteCount(mebibytes << 20)))
  }

  static let cellSize = AdvisedChange(
    .decode, "decode at cell size", .loader(["decode": Loader.Redraw.viewSize.rawValue]))

  /// Prefetching by the app's own code, which chooses the distance.
  static let prefetches: [AdvisedChange] =
    [AdvisedChange(.prefetch, "no prefetching", .prefetcher("none"))]
    + ["0.5", "1", "2", "4"].map { screens in
      AdvisedChange(
        .prefetch, "prefetch \(Self.screens(screens)) ahead",
        .prefetcher("directional:screens=\(screens)"))
    }
    + ["1", "2"].map { screens in
      AdvisedChange(
        .prefetch, "prefetch \(Self.screens(screens)) ahead and 1 behind",
        .prefetcher("ring:ahead=\(screens):behind=1"))
    }

  private static func screens(_ number: String) -> String {
    "\(number) screen\(number == "0.5" || number == "1" ? "" : "s")"
  }

  static func connections(_ counts: Int...) -> [AdvisedChange] {
    counts.map {
      AdvisedChange(.connections, "\($0) downloads at a time", .loader(["connections": "\($0)"]))
    }
  }

  static func lanes(_ counts: Int...) -> [AdvisedChange] {
    counts.map {
      AdvisedChange(
        .lanes, "\(Phrase.count($0, "decode")) at a time", .loader(["lanes": "\($0)"]))
    }
  }

  /// The work of an app's own loading code, moved from the main thread.
  static let background = AdvisedChange(
    .threads, "read and decode in the background", .background)
}

extension AdvisedLibrary {
  /// Returns an app that loads images itself, with a choice of policies or with one that is fixed.
  package static func swift(hasPolicies: Bool) -> AdvisedLibrary {
    let policies = hasPolicies ? ["lru", "sieve", "s3fifo", "distance"] : []
    return AdvisedLibrary(
      "swift", "ImageMemoryCache", loader: "cached",
      policies.map { AdvisedChange(.policy, "policy \($0)", .policy($0)) } + AdvisedChange.limits
        + [.background, .cellSize] + AdvisedChange.prefetches)
  }
}

extension Catalog where Entry == AdvisedLibrary {
  /// The libraries, in the order of listing.
  package static let advised = Catalog([
    AdvisedLibrary(
      "nuke", "Nuke", loader: "nuke",
      AdvisedChange.limits
        + ["0.25", "1"].map {
          AdvisedChange(
            .entryLimit, "entryCostLimit \($0)", .policySetting("entryCostLimit", $0))
        }
        + [.cellSize] + AdvisedChange.prefetches
        + AdvisedChange.connections(3, 12)
        + [
          AdvisedChange(
            .rateLimit, "no limit of downloads per second",
            .loader(["rateLimit": "0"]))
        ] + AdvisedChange.lanes(1, 4)),
    AdvisedLibrary(
      "kingfisher", "Kingfisher", loader: "kingfisher",
      AdvisedChange.limits
        + [
          AdvisedChange(
            .decode, "decode in the background",
            .loader(["decode": Loader.Redraw.fullSize.rawValue])),
          .cellSize,
        ] + AdvisedChange.prefetches
        + AdvisedChange.connections(3, 12)),
    AdvisedLibrary(
      "sdwebimage", "SDWebImage", loader: "sdwebimage",
      AdvisedChange.limits + [.cellSize]
        + AdvisedChange.prefetches
        + AdvisedChange.connections(3, 12)
        + [
          AdvisedChange(
            .order, "load the newest request first", .loader(["order": "lifo"]))
        ]),
    AdvisedLibrary(
      "nscache", "NSCache", loader: "cached", policy: "nscache-lru",
      budget: BudgetList.Entry.none,
      AdvisedChange.limits + [.background, .cellSize]
        + AdvisedChange.prefetches),
    AdvisedLibrary(
      "uikit", "UIKit and an NSCache", loader: "cached", policy: "nscache-lru",
      budget: BudgetList.Entry.none,
      AdvisedChange.limits + [.background, .cellSize]
        + [
          AdvisedChange(.prefetch, "isPrefetchingEnabled = false", .prefetcher("none")),
          AdvisedChange(.prefetch, "UIKit's prefetching", .prefetcher("uikit-window")),
        ]),
    .swift(hasPolicies: true),
    AdvisedLibrary(
      "coil", "Coil", loader: "coil", on: AdvisedLibrary.androids,
      AdvisedChange.limits + AdvisedChange.prefetches
        + AdvisedChange.lanes(2, 8)),
    AdvisedLibrary(
      "glide", "Glide", loader: "glide", on: AdvisedLibrary.androids,
      AdvisedChange.limits
        + [AdvisedChange(.prefetch, "no preloading", .prefetcher("none"))]
        + [5, 10, 20].map {
          AdvisedChange(
            .prefetch, "preload \($0) items", .prefetcher("glide-preload:max=\($0)")
          )
        } + AdvisedChange.connections(2, 8)),
    AdvisedLibrary(
      "expo-image", "expo-image", loader: "expo-image",
      [
        AdvisedChange(
          .memory, "cachePolicy memory-disk", .memoryCache("expo-image-memory-disk"))
      ] + AdvisedChange.limits + AdvisedChange.prefetches),
    AdvisedLibrary(
      "swiftui", "AsyncImage", loader: "swiftui",
      AdvisedChange.limits
        + [50, 150, 500].map { megabytes in
          AdvisedChange(
            .disk, "disk cache of \(megabytes) MB", .loader(["diskLimit": "\(megabytes)000000"]))
        } + AdvisedChange.prefetches),
    AdvisedLibrary(
      "flutter", "Flutter", loader: "flutter", on: ["pixel-8", "iphone-12", "iphone-17"],
      AdvisedChange.limits + [.cellSize]
        + AdvisedChange.prefetches),
  ])
}
