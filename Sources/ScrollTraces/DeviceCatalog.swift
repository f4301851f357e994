public import ScrollCore
public import ScrollDevice

/// The devices that come with the simulator.
///
/// Their profiles are the files in `Devices/`, embedded and parsed once on first use.
public enum DeviceCatalog {
  /// Oldest idea first: the chapter's device leads.
  public static let builtIn = Catalog(
    embedded.map { file, bytes in
      do {
        return try DeviceFile.parse(String(decoding: bytes, as: UTF8.self), file: file)
      } catch {
        preconditionFailure("\(error)")
      }
    })

  /// The embedded files and their text.
  static let embedded: [(file: String, bytes: [UInt8])] = [
    ("iphone-5.yml", PackageResources.iphone_5_yml),
    ("ipad-3.yml", PackageResources.ipad_3_yml),
    ("iphone-13-pro.yml", PackageResources.iphone_13_pro_yml),
  ]
}
