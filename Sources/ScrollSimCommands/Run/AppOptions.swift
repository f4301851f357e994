import ArgumentParser

/// The device, network, loader and prefetcher of an app.
struct AppOptions: ParsableArguments {
  /// What counts where nothing else is given.
  static let usual = (device: "iphone-13-pro", network: "wifi", loader: "cached")

  @Option(
    help: "One of `scrollsim devices`, or a profile file (.yml).", completion: .devices)
  var device = AppOptions.usual.device
  @Option(
    help: "One of `scrollsim networks`, or a profile file (.yml).", completion: .networks)
  var network = AppOptions.usual.network
  @Option(help: "How the app loads: NAME[:KEY=VALUE...].", completion: .loaders)
  var loader = AppOptions.usual.loader
  @Option(
    help: ArgumentHelp(
      "What is prefetched: NAME[:KEY=VALUE...] (default: the loader's own).",
      valueName: "prefetcher"), completion: .prefetchers)
  var prefetch: String?
}
