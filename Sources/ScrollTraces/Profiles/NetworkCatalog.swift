public import ScrollCore
public import ScrollDevice

/// The networks that come with the simulator.
///
/// Their profiles are the files in `Networks/`, embedded and parsed once on first use.
public enum NetworkCatalog {
  /// By rising speed, the special cases last.
  public static let builtIn = Catalog(
    embedded.map { file, bytes in
      do {
        return try NetworkFile.parse(String(decoding: bytes, as: UTF8.self), file: file)
      } catch {
        preconditionFailure("\(error)")
      }
    })

  /// The embedded files and their text.
  ///
  /// A file's name must not begin with a digit: an identifier is made of it.
  static let embedded: [(file: String, bytes: [UInt8])] = [
    ("edge.yml", PackageResources.edge_yml),
    ("mobile-3g.yml", PackageResources.mobile_3g_yml),
    ("mobile-3g-lossy.yml", PackageResources.mobile_3g_lossy_yml),
    ("dsl.yml", PackageResources.dsl_yml),
    ("lte.yml", PackageResources.lte_yml),
    ("mobile-5g.yml", PackageResources.mobile_5g_yml),
    ("wifi.yml", PackageResources.wifi_yml),
    ("wifi-ac.yml", PackageResources.wifi_ac_yml),
    ("high-latency-dns.yml", PackageResources.high_latency_dns_yml),
    ("very-bad-network.yml", PackageResources.very_bad_network_yml),
    ("total-loss.yml", PackageResources.total_loss_yml),
    ("ideal.yml", PackageResources.ideal_yml),
  ]
}
