import CPNG
import CTurboJPEG
import Foundation
import ScrollDevice

/// One picture on disk: its bytes, and its pixels as libjpeg-turbo and libpng decode them.
struct PictureFile: Sendable {
  let path: String
  let format: ImageFormat
  let width: Int, height: Int, bytes: Int

  /// Opens, reads and closes the file.
  func read() throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw LabError.noPicture(path) }
    defer { close(descriptor) }
    let content = [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
      count = 0
      while count < bytes, let start = buffer.baseAddress {
        let more = Foundation.read(descriptor, start + count, bytes - count)
        guard more > 0 else { return }
        count += more
      }
    }
    guard content.count == bytes else { throw LabError.noPicture(path) }
    return content
  }

  /// Decodes all pixels as red, green, blue and alpha.
  func decode(_ content: [UInt8]) throws -> Bitmap {
    let bitmap = Bitmap(width: width, height: height, isReal: true)
    guard
      format == .png ? decodePNG(content, into: bitmap) : decodeJPEG(content, into: bitmap)
    else { throw LabError.noPicture(path) }
    return bitmap
  }

  private func decodeJPEG(_ content: [UInt8], into bitmap: Bitmap) -> Bool {
    guard let decoder = tjInitDecompress() else { return false }
    defer { tjDestroy(decoder) }
    return tjDecompress2(
      decoder, content, UInt(content.count), bitmap.pixels?.assumingMemoryBound(to: UInt8.self),
      Int32(width), Int32(bitmap.rowBytes), Int32(height), Int32(TJPF_RGBA.rawValue), 0) == 0
  }

  private func decodePNG(_ content: [UInt8], into bitmap: Bitmap) -> Bool {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    return content.withUnsafeBytes { bytes in
      guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
        return false
      }
      defer { png_image_free(&image) }
      guard image.width == width, image.height == height else { return false }
      image.format = scrollsim_png_rgba
      return png_image_finish_read(
        &image, nil, bitmap.pixels, png_int_32(bitmap.rowBytes), nil) != 0
    }
  }
}
