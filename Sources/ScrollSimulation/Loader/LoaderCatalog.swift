public import ScrollCore

extension Catalog where Entry == LoaderDescriptor {
  /// The loaders of the package.
  ///
  /// The first are those that the chapter "Image IO" and two articles develop, named after their
  /// function. The others model image libraries.
  ///
  /// The numbers in `multi-level-003` and `image-loader-001` have no meaning; they only make the
  /// names unique.
  ///
  /// The limits of the libraries' caches are the defaults in their sources (`LibrarySource`). The
  /// catalog leaves out that Glide reduces its limits on devices where they exceed a share of the
  /// app's memory. Coil takes a fifth and Fresco a quarter of an Android app's memory class. The
  /// catalog assumes a memory class of 256 MiB, as Coil does if the system states none.
  public static let builtIn = Catalog([
    LoaderDescriptor(
      "main-thread",
      "iOS Core Animation, Listing 14.1: reads and decodes on the main thread, without a cache.",
      .mainThread),
    LoaderDescriptor(
      "background-read",
      "iOS Core Animation, Listing 14.2: reads in the background, decodes when drawn.",
      .backgroundRead),
    LoaderDescriptor(
      "background-decode",
      "iOS Core Animation, Listing 14.3: reads, decodes and redraws in the background.",
      .backgroundDecode),
    LoaderDescriptor(
      "tiled",
      "iOS Core Animation, Listing 14.4: a tiled layer in each cell, which fades in.", .tiled),
    LoaderDescriptor(
      "cached",
      "iOS Core Animation, Listing 14.5: a memory cache, and prefetching of the next items.",
      .cached),
    LoaderDescriptor(
      "resolution-swap", "Low resolution while the viewport moves, full resolution at rest.",
      .resolutionSwap),
    LoaderDescriptor(
      "image-named", "UIImage(named:): from the bundle, decoded at once on the main thread.",
      .imageNamed, ownCache: DefaultCache("image-named")),
    LoaderDescriptor(
      "multi-level", "Memory, in-flight table, disk, network, all in the background.",
      .multiLevel),
    LoaderDescriptor(
      "multi-level-003",
      "A tutorial on downloads in a table: disk and decode on the main thread, PNG, rows reload.",
      .multiLevel003, ownCache: DefaultCache("unbounded")),
    LoaderDescriptor(
      "image-loader-001",
      "A tutorial on NSCache: an NSCache of encoded data, decoded when drawn.",
      .imageLoader001, ownCache: DefaultCache("nscache-lru")),
    LoaderDescriptor(
      "naive-network", "Downloads and decodes on the main thread, without a cache.",
      .naiveNetwork),
    LoaderDescriptor(
      "nuke", "The defaults of Nuke 13.2.0, with the system's URL cache on disk.", .nuke,
      ownCache: DefaultCache("nuke-clock", limit: .share(0.15, atMost: ByteCount(768 << 20)))),
    LoaderDescriptor(
      "nuke-data-cache", "Nuke 13.2.0 with its own disk cache (withDataCache).", .nukeDataCache,
      ownCache: DefaultCache("nuke-clock", limit: .share(0.15, atMost: ByteCount(768 << 20)))),
    LoaderDescriptor(
      "kingfisher", "The defaults of Kingfisher 8.11.0: decodes when drawn.", .kingfisher,
      ownCache: DefaultCache("kingfisher", limit: .share(0.25))),
    LoaderDescriptor(
      "sdwebimage", "The defaults of SDWebImage 5.21.5.", .sdWebImage,
      ownCache: DefaultCache("sdwebimage")),
    LoaderDescriptor(
      "expo-image", "The defaults of expo-image 57 on iOS: SDWebImage without a memory cache.",
      .expoImage),
    LoaderDescriptor(
      "expo-image-memory-disk", "expo-image 57 on iOS with SDWebImage's memory cache.",
      .expoImageMemoryDisk, ownCache: DefaultCache("sdwebimage")),
    LoaderDescriptor(
      "swiftui",
      "SwiftUI's AsyncImage from iOS 27 on: responses in URLCache, no bitmaps (estimate).",
      .swiftUI, ownCache: DefaultCache("lru", limit: .bytes(ByteCount(512_000)))),
    LoaderDescriptor(
      "swiftui-26", "SwiftUI's AsyncImage before iOS 27: keeps nothing (estimate).", .swiftUI26),
    LoaderDescriptor(
      "texture", "The defaults of Texture 3.2.0, with its ranges.", .texture,
      ownCache: DefaultCache("viewport-ring:dropsOnLeave=true")),
    LoaderDescriptor(
      "glide", "The defaults of Glide 5.0.9.", .glide,
      ownCache: DefaultCache("glide", limit: .screens(2))),
    LoaderDescriptor(
      "coil", "The defaults of Coil 3.5.0.", .coil,
      ownCache: DefaultCache("coil", limit: .bytes(ByteCount(53_687_091)))),
    LoaderDescriptor(
      "fresco", "The defaults of Fresco 3.7.0.", .fresco,
      ownCache: DefaultCache("fresco", limit: .bytes(ByteCount(64 << 20)))),
    LoaderDescriptor(
      "flutter", "The defaults of Flutter's image cache.", .flutter,
      ownCache: DefaultCache("flutter", limit: .bytes(ByteCount(100 << 20)))),
  ])
}
