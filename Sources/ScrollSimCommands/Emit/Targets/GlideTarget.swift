import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Glide 5: `GlideBuilder.setMemoryCache`, `setMemorySizeCalculator` and `setDiskCache` in a
  /// module, and `preload`.
  static let glide = EmitTarget(
    "glide", "Glide's memory cache and disk cache, in Kotlin.", in: .kotlin, loaders: ["glide"],
    ownPolicy: "glide", keeps: { $0 == "glide" }
  ) { target, setting in
    var file = EmittedFile(
      target, setting,
      imports: [
        "import android.content.Context", "import com.bumptech.glide.GlideBuilder",
        "import com.bumptech.glide.annotation.GlideModule",
        "import com.bumptech.glide.module.AppGlideModule",
      ],
      summary: "Glide's caches with the simulated settings. `FeedCacheModule` calls `configure` "
        + "when Glide starts.")
    file.parameters = "context: Context, builder: GlideBuilder"
    let cache = "com.bumptech.glide.load.engine.cache"
    if case .screens = setting.budget {
      file.add(import: "import \(cache).MemorySizeCalculator")
    } else {
      file.add(import: "import \(cache).LruResourceCache")
    }
    file.addCache(
      order: "Glide's memory cache is an LRU queue",
      screens: {
        [
          "builder.setMemorySizeCalculator(",
          "  MemorySizeCalculator.Builder(context).setMemoryCacheScreens(\($0)))",
        ]
      }
    ) { ["builder.setMemoryCache(LruResourceCache(\($0)))"] }
    file.addLoader(mapped: [
      "diskLimit": .constant(besides: ["0"]) {
        ["builder.setDiskCache(InternalCacheDiskCacheFactory(context, \($0).toLong()))"]
      },
      "connections": .constant(besides: ["0"]) {
        [
          "builder.setSourceExecutor("
            + "GlideExecutor.newSourceBuilder().setThreadCount(\($0)).build())"
        ]
      },
    ])
    if file.constants.contains(where: { $0.name == "diskLimit" }) {
      file.add(import: "import \(cache).InternalCacheDiskCacheFactory")
    }
    if file.constants.contains(where: { $0.name == "connections" }) {
      file.add(import: "import com.bumptech.glide.load.engine.executor.GlideExecutor")
    }
    file.add(declaration: [
      "@GlideModule", "class FeedCacheModule : AppGlideModule() {",
      "  override fun applyOptions(context: Context, builder: GlideBuilder) {",
      "    FeedCache.configure(context, builder)", "  }", "}",
    ])
    file.need("Needs Glide 5.0.9 or later, the version that was simulated.")
    let window = file.addWindow { $0 != .uikit }
    if window != .none {
      file.add(import: "import com.bumptech.glide.Glide")
      file.add(import: "import com.bumptech.glide.request.target.Target")
      file.add(
        KotlinPrefetcher(
          handle: "Target<*>", start: "Glide.with(context).load(url).preload(width, height)",
          stop: "Glide.with(context).clear(running)"), in: window)
    }
    return file
  }
}
