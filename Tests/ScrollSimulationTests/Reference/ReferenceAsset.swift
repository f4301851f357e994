import ScrollCore
import ScrollDevice

/// The cost of a picture of the interface: a PNG graphic of 30 by 30 points.
struct ReferenceAsset {
  let read: SimTime, decode: SimTime
  let bitmap: Int

  init(_ device: DeviceProfile) {
    let side = Int((30 * device.scale).rounded())
    let entry = ImageCatalog.Entry(width: side, height: side, format: .png, content: .graphic)
    read = device.flash.readTime(of: entry.encoded)
    decode = device.decodeTime(of: entry)
    bitmap = (4 * side + 63) / 64 * 64 * side
  }
}
