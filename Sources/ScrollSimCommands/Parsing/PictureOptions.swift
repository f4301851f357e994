public import ArgumentParser
public import ScrollDevice
import ScrollTraces

/// Pictures of an app's own: a list, a folder, or the requests for them.
struct PictureOptions: ParsableArguments {
  @Option(
    help: """
      Your own pictures: a folder, or a list (.csv) with columns width and height and perhaps \
      bytes, format, scale, id.
      """,
    completion: .file())
  var images: String?
  @Option(
    help:
      "Your own pictures: the requests for them, as a browser, a proxy or Instruments saves it.",
    completion: .file(extensions: ["har"]))
  var har: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "So many items; behind the last picture lie others like them (default: one each).",
      valueName: "number"))
  var items: Int?
  @Option(help: "Where the app loads them from (default: network with --har, else disk).")
  var origin: ImageOrigin?
  @Option(
    help: ArgumentHelp(
      "The file (.yml) for the network as the HAR file measured it.", valueName: "file"),
    completion: .file(extensions: ["yml"]))
  var networkOutput: String?

  /// The files that are read.
  var files: [String] { [images, har].compactMap { $0 } }

  /// The pictures, and what the requests for them say of the network; nil where none are given.
  func read() throws(CommandError) -> OwnPictures? {
    guard let har else {
      if let networkOutput {
        throw .usage(
          "--network-output '\(networkOutput)' has nothing to hold; expected it with --har FILE")
      }
      guard let images else {
        try requireNothingElse()
        return nil
      }
      return OwnPictures(pictures: try pictures(images), network: nil)
    }
    do {
      let sizes = try images.map { list throws(TraceError) in try PictureList.loadSizes(list) }
      let requests = try HARFile.load(har)
      return OwnPictures(
        pictures: try PictureSet(
          requests, sizes: sizes ?? PictureSizes(), origin: origin ?? .network),
        network: HARNetwork.profile(of: requests))
    } catch let error as TraceError {
      throw CommandError(error)
    } catch {
      throw CommandError(
        .badData,
        "\(har): the file \(error); expected images in JPEG, PNG, GIF, WebP, HEIC, AVIF, "
          + "JPEG 2000 or TIFF, with their bytes")
    }
  }

  private func pictures(_ path: String) throws(CommandError) -> PictureSet {
    do {
      return PictureFolder.exists(at: path)
        ? PictureSet(try PictureFolder(path), origin: origin ?? .disk)
        : try PictureList.load(path, origin: origin ?? .disk)
    } catch { throw CommandError(error) }
  }

  private func requireNothingElse() throws(CommandError) {
    if let items {
      throw .usage("--items \(items) has no pictures; expected it with --images or --har")
    }
    if let origin {
      throw .usage(
        "--origin '\(origin.rawValue)' has no pictures; expected it with --images or --har")
    }
  }
}

/// Pictures of an app's own, and the network that they came over.
struct OwnPictures {
  let pictures: PictureSet
  let network: NetworkProfile?

  /// What a trace of them says in its provenance.
  var provenance: String {
    let estimates = pictures.estimates.map { "; estimated: \($0)" }.joined()
    return "; pictures: \(pictures.source)\(estimates)"
  }

  /// The catalog, with so many items.
  func catalog(items: Int?) throws(CommandError) -> TraceCatalog {
    if let items, !(1...TraceLimits.items).contains(items) {
      throw .usage(
        "--items \(items) is no number of items; expected one from 1 to \(TraceLimits.items)")
    }
    return pictures.catalog(items: items)
  }
}

extension ImageOrigin: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
