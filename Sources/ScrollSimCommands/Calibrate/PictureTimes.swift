import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollTraces

/// The pictures that were read as a list for `trace import --images`, each with its own decode time.
struct PictureTimes {
  private let pictures: [TimedPicture]
  private let device: String

  /// - Parameters:
  ///   - readings: at least one.
  ///   - device: the name of the profile on which the times hold.
  init(_ readings: [DecodeReading], on device: String) {
    pictures = TimedPicture.all(in: readings)
    self.device = device
  }

  /// CSV, one row for each file in the order of the readings; a content that is not known is empty.
  var text: String {
    var table = Table(
      ["width", "height", "bytes", "format", "content", "id", "decode_ms:\(device)"].map {
        .left($0)
      })
    for picture in pictures {
      let reading = picture.reading
      table.append([
        "\(reading.width)", "\(reading.height)", "\(reading.encoded.bytes)",
        reading.format.rawValue, reading.content?.rawValue ?? "", reading.file,
        NumberText.fixed(max(0.00001, picture.milliseconds), decimals: 5),
      ])
    }
    return table.csv()
  }
}
