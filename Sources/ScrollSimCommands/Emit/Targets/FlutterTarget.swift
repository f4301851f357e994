import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Flutter's `ImageCache` (maximumSize, maximumSizeBytes) and `precacheImage`.
  static let flutter = EmitTarget(
    "flutter", "Flutter's image cache, in Dart.", in: .dart, loaders: ["flutter"],
    ownPolicy: "flutter", keeps: { $0 == "flutter" }
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import 'package:flutter/widgets.dart';"],
      summary: "Flutter's image cache as it was simulated: call `FeedCache.configure()` in "
        + "`main()`.")
    if case .share(_, let most) = setting.budget, most != nil {
      file.add(import: "import 'dart:math' as math;")
    }
    file.configure([
      "WidgetsFlutterBinding.ensureInitialized();",
      "final cache = PaintingBinding.instance.imageCache;",
    ])
    file.addCache(
      order: "Flutter's ImageCache is an LRU queue",
      mapped: [
        "maximumSize": .constant { ["cache.maximumSize = \($0);"] },
        "countLimit": .constant { ["cache.maximumSize = \($0);"] },
      ]
    ) { ["cache.maximumSizeBytes = \($0);"] }
    file.addLoader(mapped: [:])
    file.need("Needs Flutter 3.0 or later.")
    file.addFlutterPrefetcher()
    return file
  }
}

extension EmittedFile {
  fileprivate mutating func addFlutterPrefetcher() {
    let window = addWindow { if case .distances = $0 { true } else { $0 == .none } }
    guard case .distances(let ahead, let behind) = window else { return }
    func length(_ distance: ScreenDistance?, _ side: String) -> String {
      switch distance {
      case nil: "0.0"
      case .screens?: "metrics.viewportDimension * FeedCache.screens\(side)"
      case .points?: "FeedCache.points\(side)"
      }
    }
    let text = """
      /// Prefetches the images around the visible part of the list in it.
      ///
      /// Flutter cannot stop a prefetch: those that leave the window finish.
      class FeedPrefetcher extends StatefulWidget {
        const FeedPrefetcher({super.key, required this.images, required this.child});

        /// Returns the images of the content between two offsets, from top to bottom.
        final List<ImageProvider> Function(double from, double to) images;
        final Widget child;

        @override
        State<FeedPrefetcher> createState() => _FeedPrefetcherState();
      }

      class _FeedPrefetcherState extends State<FeedPrefetcher> {
        final Set<ImageProvider> _started = {};
        bool _isDownward = true;

        bool _move(ScrollUpdateNotification update) {
          final metrics = update.metrics;
          final delta = update.scrollDelta ?? 0;
          if (delta != 0) _isDownward = delta > 0;
          final ahead = \(length(ahead, "Ahead"));
          final behind = \(length(behind, "Behind"));
          final top = metrics.pixels;
          final bottom = top + metrics.viewportDimension;
          final upper = widget.images(top - (_isDownward ? behind : ahead), top);
          final lower = widget.images(bottom, bottom + (_isDownward ? ahead : behind));
          final above = upper.reversed.toList();
          for (final image in _isDownward ? lower + above : above + lower) {
            if (_started.add(image)) precacheImage(image, context);
          }
          return false;
        }

        @override
        Widget build(BuildContext context) {
          return NotificationListener<ScrollUpdateNotification>(
            onNotification: _move,
            child: widget.child,
          );
        }
      }
      """
    add(declaration: Self.lines(text))
  }
}
