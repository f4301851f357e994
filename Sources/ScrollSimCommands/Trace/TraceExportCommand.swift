import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// The `trace export` command writes the requests or the movement of a trace in a format of other
/// programs.
struct TraceExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the requests of a scroll, or its movement, for other programs.",
    discussion: #"""
      Writes the same requests as `scrollsim replay`: one for every item that becomes visible, \#
      with the size of its decoded bitmap. --prefetch adds the requests of a prefetcher. \#
      They come from a run on --device without a cache, so no policy affects them.

      Formats: oracle-general and lcs (libCacheSim), csv (time_s,id,size,item,kind), txt (ids), \#
      and samples. Samples are the movement and the screen as \#
      t_ms,scroll_y,touch,phase,width,height,visible, for `trace import`. If the trace has \#
      gestures, these are the resulting offsets.

      Example:
        scrollsim trace export Traces/photo-grid.scroll --format oracle-general \
          --output photo-grid.oracleGeneral.bin
        scrollsim trace export Traces/photo-grid.scroll --format csv \
          --prefetch directional --output photo-grid.csv
      """#)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(
    help: ArgumentHelp(
      "One of \(RequestWriter.names), \(SampleExport.name).", valueName: "format"),
    completion: .list(RequestWriter.builtIn.entries.map(\.name) + [SampleExport.name]))
  var format: String
  @OptionGroup var scenario: ScenarioOptions
  @Option(help: "The file to write (default: standard output).", completion: .file())
  var output: String?

  func run() throws {
    try OutputCheck.require([.file("--output", output)], reading: scenario.files(trace: trace))
    guard format != SampleExport.name else {
      guard scenario.app.prefetch == nil else {
        throw CommandError.usage("--prefetch: samples have no requests; expected another format")
      }
      let trace = try TraceInput.load(trace)
      return try write(SampleExport.bytes(of: trace))
    }
    let writer: RequestWriter
    do { writer = try RequestWriter.builtIn.choose(format).entry } catch {
      var error = error
      if case .unknownName(let name, let kind, let known) = error {
        error = .unknownName(name, kind: kind, known: known + [SampleExport.name])
      }
      throw CommandError.usage("--format: \(error)")
    }
    let requests = try requests()
    do { try write(writer.bytes(requests)) } catch let error as RequestWritingError {
      throw CommandError(.badData, "'\(trace)': \(error)")
    }
    let loss = writer.loss.map { "; \(writer.name) cannot store \($0)" } ?? ""
    Output.say("note: \(Phrase.count(requests.count, "request"))\(loss)")
  }

  private func requests() throws(CommandError) -> [TimedRequest] {
    guard scenario.app.prefetch != nil else {
      return try TraceInput.load(
        trace, layout: scenario.layout, renditions: scenario.renditions
      ).timedRequests()
    }
    let request = try scenario.load(trace: trace, policies: [], budgets: [])
    return try RunRequests(request, seed: scenario.seed).requests()
  }

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    guard let output else { return try Output.writeData(bytes) }
    try Output.write(bytes, to: output)
  }
}

extension RequestWriter {
  /// The names of the formats, for help texts.
  fileprivate static var names: String { builtIn.entries.map(\.name).joined(separator: ", ") }
}

/// A trace's movement as comma-separated samples, which `trace import` reads.
enum SampleExport {
  static let name = "samples"

  /// Returns a line per sample: `t_ms,scroll_y,touch,phase,width,height,visible`.
  ///
  /// A rotation or a stay in the background appears in the next sample. Other events are not
  /// included.
  static func bytes(of trace: ScrollTrace) -> [UInt8] {
    var text = Array("t_ms,scroll_y,touch,phase,width,height,visible\n".utf8)
    let motion = trace.motion
    var screen = Screen(viewport: trace.header.viewport)
    var events = trace.events[...]
    for index in motion.times.indices {
      while let event = events.first, event.time <= motion.times[index] {
        screen.apply(event.event)
        events.removeFirst()
      }
      let phase = motion.phases[index]
      let time = TraceNumber.text(milliseconds: motion.times[index])
      let offset = TraceNumber.text(motion.offsets[index])
      text += "\(time),\(offset),\(phase == .tracking ? 1 : 0),\(phase.word),\(screen.text)\n".utf8
    }
    return text
  }

  /// The size and visibility of the screen at a sample.
  private struct Screen {
    var viewport: ViewportSize
    var isVisible = true

    mutating func apply(_ event: SystemEvent) {
      switch event {
      case .rotate: viewport = ViewportSize(width: viewport.height, height: viewport.width)
      case .background: isVisible = false
      case .foreground: isVisible = true
      default: break
      }
    }

    var text: String {
      "\(TraceNumber.text(viewport.width)),\(TraceNumber.text(viewport.height)),\(isVisible ? 1 : 0)"
    }
  }
}

/// The requests that the items and the prefetcher of a run make.
///
/// The cache of the run stores nothing, so that the requests depend on no policy. The prefetcher
/// requests an image whenever an item enters its plan. Images that are already loading are not
/// requested again.
final class RunRequests {
  /// The maximum number of events, which is enough for some days of scrolling.
  private static let limit = 20_000_000

  private let request: RunRequest
  private let prepared: PreparedScenario
  private let seed: UInt64

  init(_ request: RunRequest, seed: UInt64) {
    self.request = request
    prepared = PreparedScenario(request.scenario)
    self.seed = seed
  }

  /// Returns all requests in order of time.
  /// - Throws: `CommandError` for a loader without a cache, which prefetches nothing, and for a run
  ///   with more events than can be kept.
  func requests() throws(CommandError) -> [TimedRequest] {
    guard request.hasCache else {
      throw .usage("loader '\(request.loader.text)' has no cache to prefetch into")
    }
    let policy: Choice<PolicyDescriptor>
    do { policy = try PolicyCatalog.builtIn.choose("lru") } catch {
      preconditionFailure("\(error)")
    }
    let log = RunLog(limit: Self.limit)
    _ = prepared.run(policy, budget: ByteCount(1), seed: seed, log: log)
    guard log.cut == nil else {
      throw CommandError(
        .badData,
        "'\(request.path)' has more than \(Self.limit) events; expected a shorter one: "
          + "`scrollsim trace cut`")
    }
    let requests = log.entries.compactMap { request(of: $0) }
    // The order of the log is that of time, except for operations that end later.
    return requests.enumerated().sorted { left, right in
      (left.element.time, left.offset) < (right.element.time, right.offset)
    }.map(\.element)
  }

  /// Returns the request that a log entry describes; `nil` for other entries.
  private func request(of entry: RunLog.Entry) -> TimedRequest? {
    let catalog = request.trace.catalog
    func asking(_ image: ImageID, _ item: Int32?) -> TimedRequest {
      TimedRequest(
        time: entry.time, image: image, size: catalog.images[image].decoded.bytes,
        item: item.map { ItemID(Int($0)) }, isPrefetch: item == nil)
    }
    switch entry.event {
    case .asked(let item, _, _): return asking(catalog.items[Int(item)], item)
    case .started(_, _, let picture, _, isPrefetch: true):
      return asking(ImageID(Int(picture) / prepared.renditionCount), nil)
    default: return nil
    }
  }
}
