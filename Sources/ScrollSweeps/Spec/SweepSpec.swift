/// A question: which runs there should be.
///
///     title: Which policy, on which phone?
///     axes:
///       trace: [photo-grid.scroll, tall-feed.scroll]
///       policy: [lru, distance, nscache-arc]
///       budget: 16MiB..128MiB:x2
///       device: [iphone-8, iphone-13-pro]
///       set:
///         distance.lead: [1, 2]
///     exclude:
///       - {policy: lru, budget: 16MiB}
///     include:
///       - {policy: unbounded, budget: 1GiB}
///
/// Every combination of the axes is a run, but for those that a rule under `exclude` matches;
/// each grid under `include` adds combinations, and takes from `axes` what it leaves out. A
/// setting applies to runs in which its owner takes part. What amounts to the same run is made
/// once. Paths are relative to the spec's folder.
package struct SweepSpec: Sendable, Equatable {
  package var title: String
  package var base: SweepGrid
  package var exclude: [SweepGrid]
  package var include: [SweepGrid]

  package init(
    title: String = "", base: SweepGrid, exclude: [SweepGrid] = [], include: [SweepGrid] = []
  ) {
    self.title = title
    self.base = base
    self.exclude = exclude
    self.include = include
  }

  /// The files that its runs read: traces, and profiles that are no names.
  package var files: [String] {
    ([base] + include).flatMap { grid in
      grid.axes.flatMap { axis, values in
        values.filter { axis.isPath($0) }.compactMap {
          axis == .trace ? TraceName.path(of: $0.text) : $0.text
        }
      }
    }
  }
}
