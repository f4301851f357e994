package import ArgumentParser

/// The device, network, loader and prefetcher of an app.
package struct AppOptions: ParsableArguments {
  /// What counts where nothing else is given.
  package static let usual = (device: "iphone-13-pro", network: "wifi", loader: "cached")

  @Option(
    help: "One of `scrollsim list devices`, or a profile file (.yml).", completion: .devices)
  package var device = AppOptions.usual.device
  @Option(
    help: "One of `scrollsim list networks`, or a profile file (.yml).", completion: .networks)
  package var network = AppOptions.usual.network
  @Option(help: "How the app loads: NAME[:KEY=VALUE...].", completion: .loaders)
  package var loader = AppOptions.usual.loader
  @Option(
    help: ArgumentHelp(
      "What is prefetched: NAME[:KEY=VALUE...] (default: the loader's own).",
      valueName: "prefetcher"), completion: .prefetchers)
  package var prefetch: String?

  package init() {}
}
