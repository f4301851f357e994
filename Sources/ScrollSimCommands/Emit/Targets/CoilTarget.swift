import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Coil 3: `MemoryCache.Builder`, `DiskCache.Builder` and `enqueue` of the singleton image
  /// loader.
  static let coil = EmitTarget(
    "coil", "Coil's singleton image loader, in Kotlin.", in: .kotlin, loaders: ["coil"],
    ownPolicy: "coil", keeps: { $0 == "coil" }
  ) { target, setting in
    var file = EmittedFile(
      target, setting,
      imports: [
        "import coil3.ImageLoader", "import coil3.SingletonImageLoader",
        "import coil3.memory.MemoryCache",
      ],
      summary: "Coil's image loader as it was simulated: call `FeedCache.configure()` in "
        + "`Application.onCreate()`, before the first image.")
    file.configure([
      "SingletonImageLoader.setSafe { context ->", "  val loader = ImageLoader.Builder(context)",
    ])
    file.addCache(
      order: "Coil's memory cache is an LRU queue"
    ) { ["  loader.memoryCache { MemoryCache.Builder().maxSizeBytes(\($0)).build() }"] }
    file.addLoader(mapped: [
      "diskLimit": .constant(besides: ["0"]) { limit in
        [
          "  loader.diskCache {",
          "    DiskCache.Builder().directory(context.cacheDir.resolve(\"image_cache\"))",
          "      .maxSizeBytes(\(limit).toLong()).build()", "  }",
        ]
      },
      "diskCache": .structure { $0 == "false" ? ["  loader.diskCache { null }"] : nil },
      "lanes": .constant(besides: ["0"]) { ["  loader.bitmapFactoryMaxParallelism(\($0))"] },
    ])
    if file.constants.contains(where: { $0.name == "diskLimit" }) {
      file.add(import: "import coil3.disk.DiskCache")
      file.add(import: "import coil3.disk.directory")
    }
    if file.constants.contains(where: { $0.name == "lanes" }) {
      file.add(import: "import coil3.bitmapFactoryMaxParallelism")
    }
    if case .share = file.setting.budget { file.add(import: "import android.content.Context") }
    file.need("Needs Coil 3.0.0 or later.")
    let window = file.addWindow { $0 != .uikit }
    if window != .none {
      for name in ["Disposable", "ImageRequest"] {
        file.add(import: "import coil3.request.\(name)")
      }
      file.add(
        KotlinPrefetcher(
          handle: "Disposable",
          start: "SingletonImageLoader.get(context).enqueue(\n"
            + "        ImageRequest.Builder(context).data(url).size(width, height).build())",
          stop: "running.dispose()"), in: window)
    }
    file.configure(["  loader.build()", "}"])
    return file
  }
}
