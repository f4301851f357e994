public import ScrollCore
public import ScrollDevice

/// The devices that come with the simulator.
///
/// Their profiles are the files in `Devices/`, embedded and parsed once on first use.
public enum DeviceCatalog {
  /// The chapter's device leads; then Apple's phones and tablets by age, Androids, a Mac.
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
    ("iphone-5s.yml", PackageResources.iphone_5s_yml),
    ("iphone-6.yml", PackageResources.iphone_6_yml),
    ("ipad-air-2.yml", PackageResources.ipad_air_2_yml),
    ("iphone-6s.yml", PackageResources.iphone_6s_yml),
    ("iphone-7.yml", PackageResources.iphone_7_yml),
    ("ipad-pro-10-5.yml", PackageResources.ipad_pro_10_5_yml),
    ("iphone-8.yml", PackageResources.iphone_8_yml),
    ("iphone-x.yml", PackageResources.iphone_x_yml),
    ("iphone-xr.yml", PackageResources.iphone_xr_yml),
    ("iphone-xs.yml", PackageResources.iphone_xs_yml),
    ("ipad-pro-12-9-2018.yml", PackageResources.ipad_pro_12_9_2018_yml),
    ("iphone-11.yml", PackageResources.iphone_11_yml),
    ("iphone-12.yml", PackageResources.iphone_12_yml),
    ("iphone-13-pro.yml", PackageResources.iphone_13_pro_yml),
    ("iphone-15-pro.yml", PackageResources.iphone_15_pro_yml),
    ("iphone-17.yml", PackageResources.iphone_17_yml),
    ("pixel.yml", PackageResources.pixel_yml),
    ("pixel-8.yml", PackageResources.pixel_8_yml),
    ("macbook-air-m1.yml", PackageResources.macbook_air_m1_yml),
  ]
}
