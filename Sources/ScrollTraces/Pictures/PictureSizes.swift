/// The pixels of pictures by the digest of their name or address.
package struct PictureSizes: Sendable {
  struct Pixels: Sendable {
    let width: Int, height: Int
  }

  private var pixels: [PictureDigest: Pixels] = [:]

  package init() {}

  /// Those of a list.
  init(_ names: [PictureDigest: Int], of images: (Int) -> Pixels) {
    pixels = names.mapValues(images)
  }

  subscript(_ name: PictureDigest) -> Pixels? { pixels[name] }
}
