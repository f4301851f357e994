import ArgumentParser
import ScrollDevice
import ScrollPages
import ScrollTraces

/// The pictures of a folder, by their headers.
struct TraceImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Lists the pictures of a folder: size, format, orientation.",
    discussion: """
      Headers of JPEG, PNG, GIF, WebP, HEIC, AVIF and JPEG 2000 are read; nothing is decoded. \
      Width and height are pixels as they are shown, orientation is that of EXIF. As CSV it is a \
      list for `trace import --images`.

      Example:
        scrollsim trace images Traces/pictures/formats
        scrollsim trace images Traces/pictures/formats --format csv > list.csv
      """)

  @Argument(help: "A folder of pictures.", completion: .directory) var folder: String
  @OptionGroup var output: FormatOption

  /// A picture as JSON has it.
  struct Row: Encodable {
    let path: String, format: String
    let width: Int, height: Int, bytes: Int, orientation: Int
    let alpha: Bool, animated: Bool
  }

  func run() throws {
    let files: [PictureFolder.File]
    do { files = try PictureFolder(folder).files } catch { throw CommandError(error) }
    let rows = files.map { file in
      Row(
        path: file.path, format: file.header.format.rawValue, width: file.header.shown.width,
        height: file.header.shown.height, bytes: file.bytes, orientation: file.header.orientation,
        alpha: file.header.hasAlpha, animated: file.header.isAnimated)
    }
    var table = Table([
      .left("path"), .left("format"), .right("width"), .right("height"), .right("bytes"),
      .right("orientation"), .left("alpha"), .left("animated"),
    ])
    for row in rows {
      table.append([
        row.path, row.format, "\(row.width)", "\(row.height)", "\(row.bytes)", "\(row.orientation)",
        row.alpha ? "yes" : "no", row.animated ? "yes" : "no",
      ])
    }
    try output.print(table, rows)
  }
}
