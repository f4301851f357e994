import Foundation

/// Pixels of four bytes in rows of a multiple of 64 bytes, freed with the last reference.
///
/// If durations are given, there are no pixels and no memory for them.
final class Bitmap: @unchecked Sendable {
  let width: Int, height: Int, rowBytes: Int
  let pixels: UnsafeMutableRawPointer?

  var bytes: Int { rowBytes * height }

  init(width: Int, height: Int, isReal: Bool) {
    (self.width, self.height) = (width, height)
    rowBytes = (4 * width + 63) / 64 * 64
    pixels = isReal ? malloc(rowBytes * height) : nil
    precondition(!isReal || pixels != nil, "no memory for \(width)x\(height) pixels")
  }

  deinit { free(pixels) }

  /// Draws this into a fresh bitmap as a screen takes it, premultiplied and blue first, which is
  /// what UIKit's contexts do: the whole image, or the pixels next to those of a smaller one.
  func redrawn(width: Int, height: Int) -> Bitmap {
    let copy = Bitmap(width: width, height: height, isReal: true)
    guard let pixels, let target = copy.pixels else { return copy }
    let isWhole = width == self.width
    for row in 0..<height {
      let from = (pixels + row * self.height / height * rowBytes)
        .assumingMemoryBound(to: UInt32.self)
      let to = (target + row * copy.rowBytes).assumingMemoryBound(to: UInt32.self)
      if isWhole {
        for column in 0..<width { to[column] = Self.premultiplied(from[column]) }
      } else {
        for column in 0..<width {
          to[column] = Self.premultiplied(from[column * self.width / width])
        }
      }
    }
    return copy
  }

  /// Red, green, blue and alpha as blue, green and red times alpha, and alpha.
  @inline(__always)
  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    /// A channel times alpha / 255, rounded.
    func scaled(_ channel: UInt32) -> UInt32 {
      let product = channel * alpha + 128
      return (product + product >> 8) >> 8
    }
    return alpha << 24 | scaled(pixel & 0xFF) << 16 | scaled(pixel >> 8 & 0xFF) << 8
      | scaled(pixel >> 16 & 0xFF)
  }
}

/// The destination of bitmaps that are shown, in place of the graphics processor's memory.
final class Screenful {
  private var memory: UnsafeMutableRawPointer?
  private var size = 0

  deinit { free(memory) }

  /// Copies a bitmap; the room for it is there after the largest was copied once.
  func take(_ bitmap: Bitmap) {
    guard let pixels = bitmap.pixels else { return }
    if size < bitmap.bytes { makeRoom(bitmap.bytes) }
    memory?.copyMemory(from: pixels, byteCount: bitmap.bytes)
  }

  /// Takes memory, and touches it.
  func makeRoom(_ bytes: Int) {
    free(memory)
    guard let room = malloc(bytes) else { fatalError("no memory for \(bytes) bytes") }
    (memory, size) = (room, bytes)
    memset(room, 1, bytes)
  }
}
