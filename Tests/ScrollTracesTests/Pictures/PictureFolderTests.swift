import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct PictureFolderTests {
  private func make(_ files: [String: [UInt8]], in folder: String) throws {
    for (path, bytes) in files {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try write(bytes, to: url.path)
    }
  }

  @Test func `images follow the order of their paths, whatever their extensions`() throws {
    try withTemporaryFolder { folder in
      try make(
        [
          "b.txt": ImageBytes.jpeg(20, 10), "a/z.jpg": ImageBytes.png(30, 10),
          "c.heic": ImageBytes.gif(40, 10), "a.mov": ImageBytes.text("not a picture at all"),
          "empty.jpg": [], ".hidden.jpg": ImageBytes.jpeg(50, 10),
        ], in: folder)
      let pictures = try PictureFolder(folder)
      #expect(pictures.files.map(\.path) == ["a/z.jpg", "b.txt", "c.heic"])
      #expect(pictures.files.map(\.header.width) == [30, 20, 40])
      #expect(pictures.others == ["a.mov", "empty.jpg"])
    }
  }

  @Test func `the search follows links to files but not to folders`() throws {
    try withTemporaryFolder { folder in
      try make(["real/a.jpg": ImageBytes.jpeg(20, 10)], in: folder)
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: folder + "/link.jpg", withDestinationPath: "real/a.jpg")
      try manager.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: ".")
      #expect(try PictureFolder(folder).files.map(\.path) == ["link.jpg", "real/a.jpg"])
    }
  }

  @Test func `the search omits each unreadable file with a reason`() throws {
    try withTemporaryFolder { folder in
      try make(
        [
          "a.jpg": ImageBytes.jpeg(20, 10), "cut.png": Array(ImageBytes.png(9, 9)[..<20]),
        ], in: folder)
      let manager = FileManager.default
      for (link, target) in [("gone.jpg", "nowhere"), ("round.jpg", "round.jpg")] {
        try manager.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
      }
      #expect(mkfifo(folder + "/pipe.jpg", 0o600) == 0)
      let descriptor = open(folder + "/\u{1}", O_WRONLY | O_CREAT, 0o600)
      close(descriptor)
      let pictures = try PictureFolder(folder)
      #expect(pictures.files.map(\.path) == ["a.jpg"])
      #expect(
        PictureSet(pictures).notes == [
          "left out, because they are not supported pictures: 1 without an ending, like '\\u{01}'",
          "1 entry left out, which cannot be read (Too many levels of symbolic "
            + "links): 'round.jpg'",
          "1 entry left out, which does not exist: 'gone.jpg'",
          "1 entry left out, which ends at byte 20: 'cut.png'",
          "1 entry left out, which is a pipe or a device: 'pipe.jpg'",
        ])
    }
  }

  @Test func `the reader finds a header in the middle of a large file`() throws {
    try withTemporaryFolder { folder in
      // Some megabytes of segments before the size.
      let profile = ImageBytes.segment(0xe2, [UInt8](repeating: 9, count: 65_000))
      let bytes = ImageBytes.jpeg(
        20, 10, padding: Array(repeatElement(profile, count: 60).joined()))
      try make(["a.jpg": bytes], in: folder)
      let file = try #require(try PictureFolder(folder).files.first)
      #expect(file.header.width == 20)
      #expect(file.bytes == bytes.count)
    }
  }

  @Test func `the catalog contains the images with their displayed sizes`() throws {
    try withTemporaryFolder { folder in
      let turned = ImageBytes.jpeg(640, 480, exif: ImageBytes.exif(6))
      try make(["a.jpg": turned, "b.png": ImageBytes.png(900, 600, color: 6)], in: folder)
      let pictures = PictureSet(try PictureFolder(folder), origin: .network)
      #expect(
        pictures.images == [
          .init(width: 480, height: 640, encoded: ByteCount(turned.count), origin: .network),
          // So few bytes without loss are no photo.
          .init(
            width: 900, height: 600, format: .png, content: .graphic,
            encoded: ByteCount(ImageBytes.png(900, 600).count), origin: .network),
        ])
      #expect(pictures.items == [ImageID(0), ImageID(1)])
      #expect(
        pictures.notes == [
          "1 picture stored rotated or mirrored: their displayed size counts",
          "1 picture with transparency, which costs no more",
        ])
      #expect(pictures.estimates.isEmpty)
    }
  }

  @Test func `a path without a folder of images is an error with a message`() throws {
    try withTemporaryFolder { folder in
      func sentence(_ path: String) -> String? {
        do { _ = try PictureFolder(path) } catch {
          return error.description.replacing(folder, with: "F")
        }
        return nil
      }
      #expect(
        sentence(folder)
          == "F: the folder has no pictures; expected files in JPEG, PNG, GIF, WebP, HEIC, AVIF or JPEG 2000"
      )
      #expect(
        sentence(folder + "/no") == "F/no: the file does not exist; expected a folder of pictures")
      #expect(
        sentence("/dev/null")
          == "/dev/null: the file is not a folder; expected a folder of pictures")
      try make(["sub/cut.png": Array(ImageBytes.png(9, 9)[..<20])], in: folder)
      #expect(
        sentence(folder)
          == "F/sub/cut.png: the file ends at byte 20; expected the rest of its header")
    }
  }
}
