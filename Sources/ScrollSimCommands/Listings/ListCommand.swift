import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `list` command: `scrollsim list WHAT [NAME]`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists policies, loaders, devices, networks, formats.",
    discussion: """
      Example:
        scrollsim list policies s3fifo
      """,
    subcommands: [
      PoliciesCommand.self, LoadersCommand.self, PrefetchersCommand.self, DevicesCommand.self,
      NetworksCommand.self, LayoutsCommand.self, FormatsCommand.self,
    ])
}

/// The `list layouts` command.
struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "Lists the layouts, or the settings of one.",
    discussion: """
      Example:
        scrollsim list layouts grid
      """)

  @Argument(help: "A layout (default: all).", completion: .layouts) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(name, of: Catalog<LayoutDescriptor>.builtIn, output)
  }
}

/// The `list prefetchers` command.
struct PrefetchersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetchers", abstract: "Lists the prefetchers, or the settings of one.",
    discussion: """
      Example:
        scrollsim list prefetchers neighbours
      """)

  @Argument(help: "A prefetcher (default: all).", completion: .prefetchers) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(
      name, of: ScrollSim.catalogs.prefetchers, sources: { LibrarySource.of($0.name) }, output)
  }
}

/// The `list loaders` command.
struct LoadersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loaders", abstract: "Lists the loaders, or the settings of one.",
    discussion: """
      Example:
        scrollsim list loaders cached
      """)

  @Argument(help: "A loader (default: all).", completion: .loaders) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(
      name, of: ScrollSim.catalogs.loaders, discussion: { Self.cache(of: $0.entry) },
      sources: { LibrarySource.of($0.name) }, output)
  }

  /// Returns the memory cache that a loader has by default; empty if it has none.
  private static func cache(of loader: LoaderDescriptor) -> String {
    guard let own = loader.ownCache else { return "" }
    return "Default memory cache: policy \(own.policy), \(own.limit)."
  }
}

/// The `list devices` command: the devices, or every figure of one with its source.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the devices, or the figures of one with their sources.",
    discussion: """
      Options for a device also accept your own profile file (.yml). --validate checks profile \
      files and reports the first error.

      Example:
        scrollsim list devices iphone-5
        scrollsim list devices --validate Sources/ScrollTraces/Devices/iphone-5.yml
      """)

  @Argument(help: "A name, or a profile file (default: all).", completion: .devices)
  var name: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Check profile files instead.", valueName: "file"),
    completion: .spec)
  var validate: [String] = []
  @OptionGroup var output: FormatOption

  func run() throws {
    try ProfileListing.print(
      name, of: DeviceCatalog.builtIn, validating: validate, load: DeviceInput.load, output)
  }
}

/// The `list networks` command: the networks, or every figure of one with its source.
struct NetworksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "networks",
    abstract: "Lists the networks, or the figures of one with their sources.",
    discussion: """
      Options for a network also accept your own profile file (.yml). --validate checks profile \
      files and reports the first error.

      Example:
        scrollsim list networks 3g-lossy
        scrollsim list networks --validate Sources/ScrollTraces/Networks/lte.yml
      """)

  @Argument(help: "A name, or a profile file (default: all).", completion: .networks)
  var name: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Check profile files instead.", valueName: "file"),
    completion: .spec)
  var validate: [String] = []
  @OptionGroup var output: FormatOption

  func run() throws {
    try ProfileListing.print(
      name, of: NetworkCatalog.builtIn, validating: validate, load: NetworkInput.load, output)
  }
}

/// The `list policies` command: the policies and cache models, with their rules and settings.
struct PoliciesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", abstract: "Lists the policies, or describes one.",
    discussion: """
      Example:
        scrollsim list policies s3fifo
      """)

  @Argument(help: "A policy (default: all).", completion: .policies) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(
      name, of: ScrollSim.policies.withPrograms(.listed), discussion: { $0.fullText }, output)
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// The discussion of the entry, and the facts that help to choose it.
  fileprivate var fullText: String {
    let facts = entry.facts
    var lines = [facts.discussion].filter { !$0.isEmpty }
    lines.append(
      entry.makePolicy == nil
        ? "A cache model: \(facts.limits); \(facts.refusal.statement)."
        : "An eviction policy: \(facts.limits); \(facts.refusal.statement).")
    if let leastRoom { lines.append(leastRoom) }
    if facts.needsFuture { lines.append("Needs to know the future: only replay can use it.") }
    if entry.isSpatial { lines.append("Spatial: decides by the positions of images.") }
    let claims = PolicyClaims.statements.filter {
      facts.claims.contains($0.claim)
        && (entry.isSpatial || !PolicyClaims.ofSpatialPolicies.contains($0.claim))
    }
    if !claims.isEmpty {
      let statements = claims.map(\.statement).joined(separator: "; ")
      lines.append("Properties, with the defaults: \(statements).")
    }
    return lines.joined(separator: "\n")
  }

  /// A sentence about the smallest capacity with which the policy behaves as documented, as in the
  /// notes of tables; `nil` if every capacity is useful.
  private var leastRoom: String? {
    let ofBytes = smallestUsefulCapacity(countsImages: false)
    let ofImages = smallestUsefulCapacity(countsImages: true)
    guard max(ofBytes, ofImages) > 1 else { return nil }
    let images = "\(Phrase.count(ofBytes, "image")) of equal size"
    return ofBytes == ofImages
      ? "Useful from \(images) on."
      : "Useful from \(images) on if the limit is in bytes, from \(ofImages) on if it is a "
        + "number of images."
  }
}

extension PolicyClaims {
  /// The claims that every policy without a viewport keeps, so that they are listed only for
  /// spatial policies.
  fileprivate static let ofSpatialPolicies: PolicyClaims = [.mirrors, .scales]
}

/// A profile whose figures have sources: a device, a network.
protocol SourcedProfile: CatalogEntry {
  /// The figures with their sources as text, in the order of the profile's file.
  var figures: [DeviceProfile.Figure] { get }
}

extension DeviceProfile: SourcedProfile {}
extension NetworkProfile: SourcedProfile {}

/// The listing of profiles: a line for each profile, one profile with every figure, or a check of
/// profile files.
enum ProfileListing {
  struct Document: Encodable {
    let name: String, summary: String
    let figures: [Figure]

    init(_ profile: some SourcedProfile) {
      name = profile.name
      summary = profile.summary
      figures = profile.figures.map {
        Figure(
          name: $0.name, value: $0.text, error: $0.error, source: $0.source,
          isEstimate: $0.isEstimate)
      }
    }
  }

  struct Figure: Encodable {
    let name: String, value: String
    /// One standard error of the figure, relative to its value.
    @OrNull var error: Double?
    let source: String
    let isEstimate: Bool
  }

  /// A file that has been checked.
  struct Verdict: Encodable {
    let path: String, name: String
    let figures: Int, estimates: Int
  }

  /// Prints the profile of this name or file, every profile if there is no name, or the check of
  /// some files.
  static func print<Profile: SourcedProfile>(
    _ name: String?, of catalog: Catalog<Profile>, validating paths: [String],
    load: (String) throws(CommandError) -> Profile, _ output: FormatOption
  ) throws {
    guard paths.isEmpty else {
      if let name {
        throw CommandError.usage("--validate checks files; it takes no \(Profile.kind) '\(name)'")
      }
      return try validate(paths, load: load, output)
    }
    guard let name else { return try printAll(catalog.entries, output) }
    try printOne(ProfileInput.find(name, in: catalog, load: load), output)
  }

  /// Prints a line for every profile.
  private static func printAll(_ profiles: [some SourcedProfile], _ output: FormatOption) throws {
    var table = Table([.left("name"), .prose("summary")])
    for profile in profiles { table.append([profile.name, profile.summary]) }
    try output.print(table, profiles.map { Document($0) })
  }

  /// Prints every figure of one profile.
  private static func printOne(_ profile: some SourcedProfile, _ output: FormatOption) throws {
    var table = Table([.left("figure"), .right("value"), .prose("source")])
    for figure in profile.figures {
      let error = figure.error.map { " ±\(NumberText.percent($0))" } ?? ""
      table.append([figure.name, figure.text + error, figure.source])
    }
    if output.format == .table {
      let summary = "\(profile.name): \(profile.summary)"
      try Output.print(Terminal.wrapped(summary, to: output.width) + "\n\n")
    }
    try output.print(table, [Document(profile)])
  }

  /// Checks that files are valid profiles, and prints the result.
  /// - Throws: `CommandError` for the first invalid file; nothing is printed then.
  private static func validate<Profile: SourcedProfile>(
    _ paths: [String], load: (String) throws(CommandError) -> Profile, _ output: FormatOption
  ) throws {
    var verdicts: [Verdict] = []
    for path in paths {
      let profile = try load(path)
      verdicts.append(
        Verdict(
          path: path, name: profile.name, figures: profile.figures.count,
          estimates: profile.figures.count { $0.isEstimate }))
    }
    guard output.format != .table else {
      for verdict in verdicts {
        try Output.print(
          "\(verdict.path): OK (\(Profile.kind) \(verdict.name), \(verdict.figures) figures, "
            + "\(verdict.estimates) of them estimates)\n")
      }
      return
    }
    var table = Table([
      .left("valid profile"), .left("name"), .right("figures"), .right("estimates"),
    ])
    for verdict in verdicts {
      table.append([verdict.path, verdict.name, "\(verdict.figures)", "\(verdict.estimates)"])
    }
    try output.print(table, verdicts)
  }
}

/// The `list formats` command: the image formats with their sizes, their quality and, on a device,
/// their decode times.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the image formats, or the image sizes of one.",
    discussion: """
      With a device, the list has its decode times, and whether they were measured. scrollsim \
      list devices NAME prints the source of each figure.

      Example:
        scrollsim list formats pvrtc
        scrollsim list formats --device iphone-5
      """)

  @Argument(help: "A format (default: all).", completion: .imageFormats) var name: String?
  @Option(
    help: ArgumentHelp(
      "Decode times on one of `scrollsim list devices`, or on a profile file (.yml).",
      valueName: "device"), completion: .devices)
  var device: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<ImageFormat>.builtIn
    let device = try device.map { text throws(CommandError) in try DeviceInput.find(text) }
    let documents = zip(catalog.entries, catalog.kinds).map {
      FormatDocument($0, kind: $1, on: device)
    }
    guard let name else {
      if output.format == .table, let device {
        try Output.print(Self.introduction(device).wrapped + "\n\n")
      }
      return try output.print(Self.list(zip(catalog.entries, documents)), documents)
    }
    let format: ImageFormat
    do { format = try catalog.choose(name).entry } catch { throw CommandError.usage("\(error)") }
    let document = documents.filter { $0.name == format.name }
    if output.format == .table {
      try Output.print(
        "\(format.name): \(format.summary)\n\n\(format.sizeRule.wrapped)\n\n"
          + "\(format.qualityRule.wrapped)\n\n")
      if let device { try Output.print(Self.introduction(device).wrapped + "\n\n") }
    }
    try output.print(Self.sizes(format, document.first?.decode), document)
  }

  /// Returns an introduction that says which decode times may be compared.
  private static func introduction(_ device: DeviceProfile) -> String {
    "Decode times on \(device.name); the list has those of 2048x1536. Estimates were "
      + "measured on one x86 core and scaled to the device by PNG and JPEG, or derived from "
      + "another device. scrollsim list devices \(device.name) prints the source of each. "
      + "Compare estimates with estimates rather than with measured times."
  }

  /// Prints a line for every format.
  private static func list(
    _ formats: some Sequence<(ImageFormat, FormatDocument)>
  ) -> Table {
    let formats = Array(formats)
    let onDevice = formats.contains { $0.1.decode != nil }
    var columns: [Table.Column] = [
      .left("name"), .left("kind"), .right("bits per pixel in memory"), .right("photo dB"),
      .right("graphic dB"), .left("transparency"),
    ]
    if onDevice { columns += [.right("photo ms"), .right("graphic ms"), .left("times")] }
    var table = Table(columns + [.prose("summary")])
    for (format, document) in formats {
      var cells = [
        format.name, document.kind, NumberText.fixed(format.bitsPerPixel ?? 32, decimals: 2),
        format.qualityText(.photo), format.qualityText(.graphic), document.transparency,
      ]
      if let decode = document.decode {
        cells += [decode.largest(.photo), decode.largest(.graphic), decode.kind]
      }
      table.append(cells + [format.summary])
    }
    return table
  }

  /// Returns the bits per pixel of one format at the measured sizes.
  private static func sizes(_ format: ImageFormat, _ decode: DecodeTimes?) -> Table {
    var columns: [Table.Column] = [
      .left("content"), .right("pixels"), .right("bytes on disk"), .right("bits per pixel"),
      .right("bytes in memory"),
    ]
    let isMeasured = EncodedSize.sizeAtQualityOfJPEG(format, .photo) != nil
    if isMeasured { columns.append(.right("share of an equally good JPEG")) }
    if decode != nil { columns += [.right("decode ms"), .left("time")] }
    var table = Table(columns)
    var times = decode?.times[...] ?? []
    for content in ContentClass.allCases {
      let shares = EncodedSize.sizeAtQualityOfJPEG(format, content) ?? []
      for (place, size) in EncodedSize.measuredSizes.enumerated() {
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        var cells = [
          content.rawValue, "\(size.width)x\(size.height)", "\(image.encoded.bytes)",
          NumberText.fixed(image.encodedBitsPerPixel, decimals: 3), "\(image.decoded.bytes)",
        ]
        if isMeasured { cells.append(NumberText.percent(shares[place], decimals: 0)) }
        if let decode, let time = times.popFirst() {
          cells += [NumberText.fixed(time.milliseconds, decimals: 2), decode.kind]
        }
        table.append(cells)
      }
    }
    return table
  }
}
