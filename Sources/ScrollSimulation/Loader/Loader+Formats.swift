package import ScrollDevice

extension Loader {
  /// Why a device cannot be asked about images that this loader loads, as a sentence that names the
  /// device; nil where it can.
  ///
  /// The app decodes what is in the catalog, PNGs of its own where it encodes downloads, and pictures
  /// of its interface.
  package func objection(to images: ImageCatalog, on device: DeviceProfile) -> String? {
    device.objection(to: images, and: decodesPNGs ? [.png] : []).map {
      "device '\(device.name)' \($0); expected them under decode in its file"
    }
  }

  /// Whether the app decodes PNGs whatever its images are: downloads that it encoded, or its interface.
  var decodesPNGs: Bool { pngReencode || interfaceAssets > 0 }
}
