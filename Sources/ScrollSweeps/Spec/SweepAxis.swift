/// An axis of a sweep; the cases are ordered from the outermost to the innermost.
///
/// The raw values are the keys under `axes` and the names of the command's options.
package enum SweepAxis: String, CaseIterable, Sendable {
  case trace, layout, device, network, start, loader, prefetch, policy, budget, seed

  /// The default value; `nil` if the axis requires a value.
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

  /// The value for the trace's own layout, or the loader's own prefetcher, policy and budget.
  package static let own = "own"

  /// A Boolean value that indicates whether a text may contain several values, with commas between
  /// them.
  package var takesLists: Bool {
    switch self {
    // Sizes and seeds parse their own lists; a path may contain a comma.
    case .trace, .budget, .seed: false
    case .layout, .device, .network, .start, .loader, .prefetch, .policy: true
    }
  }
}
