/// What a sweep varies, from the outermost to the innermost.
///
/// The raw values are the keys under `axes` and the names of the command's options.
package enum SweepAxis: String, CaseIterable, Sendable {
  case trace, layout, device, network, start, loader, prefetch, policy, budget, seed

  /// What stands where nothing was said; nil where something must be.
  var standard: String? {
    switch self {
    case .trace: nil
    case .layout, .prefetch, .policy, .budget: Self.own
    case .device: "iphone-13-pro"
    case .network: "wifi"
    case .start: "cold"
    case .loader: "cached"
    case .seed: "0"
    }
  }

  /// The trace's own layout; the loader's own prefetcher, policy and budget.
  package static let own = "own"

  /// Whether a text may hold several values, with commas between them.
  package var takesLists: Bool {
    switch self {
    // Sizes and seeds read their own lists; a path may have a comma in it.
    case .trace, .budget, .seed: false
    case .layout, .device, .network, .start, .loader, .prefetch, .policy: true
    }
  }
}
