import Foundation

/// What is done with a bitmap of four bytes a pixel.
enum Bitmap {
  /// Copies one, as an upload to a graphics processor does where memory is shared.
  static func upload(
    _ source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer, bytes: Int
  ) {
    memcpy(destination, source, bytes)
  }

  /// Draws one into another, whose channels have another order.
  static func redraw(
    _ source: UnsafeMutableRawPointer, into destination: UnsafeMutableRawPointer, bytes: Int
  ) {
    let count = bytes / 4
    let from = source.bindMemory(to: UInt32.self, capacity: count)
    let to = destination.bindMemory(to: UInt32.self, capacity: count)
    for pixel in 0..<count {
      let value = from[pixel]
      to[pixel] =
        value & 0xff00_ff00 | (value & 0x00ff_0000) >> 16 | (value & 0x0000_00ff) << 16
    }
  }
}
