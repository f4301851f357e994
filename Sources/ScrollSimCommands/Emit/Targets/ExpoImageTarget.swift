import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// expo-image: `Image.configureCache` (maxMemoryCost, maxMemoryCount, maxDiskSize) and
  /// `Image.prefetch`.
  ///
  /// It uses the caches of SDWebImage on iOS and of Glide on Android.
  static let expoImage = EmitTarget(
    "expo-image", "expo-image's caches and its prefetching, in TypeScript.", in: .typeScript,
    loaders: ["sdwebimage", "glide", "expo-image", "expo-image-memory-disk"],
    ownPolicy: "sdwebimage",
    keeps: { $0 == "sdwebimage" || $0 == "glide" }, zeroIsNoLimit: true
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import { Image } from 'expo-image';"],
      summary: "expo-image's caches with the simulated settings. Call `FeedCache.configure()` "
        + "before the first image.")
    file.configure(["// On iOS only: expo-image has no such settings on Android."])
    file.addCache(
      order: "expo-image keeps its images with SDWebImage or Glide, whose order cannot be chosen",
      mapped: ["countLimit": .constant { ["Image.configureCache({ maxMemoryCount: \($0) });"] }]
    ) { ["Image.configureCache({ maxMemoryCost: \($0) });"] }
    file.addLoader(
      elsewhere: ["prefetchLimit"],
      mapped: ["diskLimit": .constant { ["Image.configureCache({ maxDiskSize: \($0) });"] }])
    file.need("Needs expo-image 55.0.0 or later: earlier versions have no configureCache.")
    if setting.loader.entry.name == "expo-image-memory-disk" {
      file.note("Pass cachePolicy=\"memory-disk\" to every Image: the default is \"disk\".")
    }
    file.addExpoPrefetcher()
    return file
  }
}

extension EmittedFile {
  fileprivate mutating func addExpoPrefetcher() {
    let window = addWindow { $0 != .uikit }
    if setting.loaderSettings.contains(where: { $0.name == "prefetchLimit" }) {
      lacks("loader '\(setting.loader.entry.name)': prefetchLimit")
      dropFromLoader("prefetchLimit")
    }
    guard
      let counts = window.counts(
        visible: "visible", extent: "Dimensions.get('window').height", constants: Self.type,
        ceiling: { "Math.ceil(\($0))" })
    else { return }
    add(import: "import type { ViewToken } from 'react-native';")
    if counts.needsExtent { add(import: "import { Dimensions } from 'react-native';") }
    let reversal =
      cancelsOnReversal
      ? "\n    // On a change of direction the simulation stopped all prefetches." : ""
    let visible = counts.needsVisible ? "\n    const visible = last - first + 1;" : ""
    let text = """
      /**
       * Prefetches the images around the visible items of a list that scrolls vertically.
       *
       * Pass `onViewableItemsChanged` to a FlatList or FlashList. expo-image cannot stop a prefetch:
       * those that leave the window finish.
       */
      export class FeedPrefetcher {
        private readonly started = new Set<string>();
        private first = 0;
        private isDownward = true;

        constructor(private readonly url: (index: number) => string | undefined) {}

        readonly onViewableItemsChanged = (info: { viewableItems: ViewToken[] }): void => {
          const items = info.viewableItems.map((token) => token.index ?? 0);
          if (items.length === 0) return;
          const first = Math.min(...items);
          const last = Math.max(...items);
          if (first !== this.first) this.isDownward = first > this.first;
          this.first = first;\(reversal)\(visible)
          const ahead = \(counts.ahead);
          const behind = \(counts.behind);
          const above = this.isDownward ? behind : ahead;
          const below = this.isDownward ? ahead : behind;
          const upper = Array.from({ length: above }, (_, index) => first - 1 - index);
          const lower = Array.from({ length: below }, (_, index) => last + 1 + index);
          const window = this.isDownward ? [...lower, ...upper] : [...upper, ...lower];
          const added = new Set<string>();
          for (const index of window) {
            const url = index < 0 ? undefined : this.url(index);
            if (url !== undefined && !this.started.has(url)) added.add(url);
          }
          added.forEach((url) => this.started.add(url));
          if (added.size > 0) void Image.prefetch([...added], 'memory-disk');
        };
      }
      """
    add(declaration: Self.lines(text))
  }
}
