import ArgumentParser
import Foundation

/// Whether a command shows its progress in a browser, and where.
struct ServeOptions: ParsableArguments {
  @Flag(help: "Show the report growing in a browser while the sweep runs.")
  private var serve = false
  @Option(help: ArgumentHelp("The port of --serve (default: a free one).", valueName: "n"))
  private var port: Int?
  @Option(
    help: ArgumentHelp(
      "The address of --serve (default: 127.0.0.1, which only this machine reaches).",
      valueName: "address"))
  private var host: String?
  @Flag(help: "Keep serving after the sweep until Ctrl-C, as on a terminal.")
  private var stay = false

  /// Whether the server outlives the sweep: where somebody sits at a terminal and can end it, and
  /// where it is asked to.
  var stays: Bool { stay || isatty(STDERR_FILENO) != 0 }

  /// Where to serve; nil without --serve.
  /// - Throws: `CommandError` with status 64 for a text that is no address, and options without
  ///   --serve.
  func address() throws(CommandError) -> ListenAddress? {
    guard serve else {
      let idle = [
        port.map { "--port \($0)" }, host.map { "--host \($0)" }, stay ? "--stay" : nil,
      ]
      if let option = idle.compactMap(\.self).first {
        throw .usage("\(option) says how to serve; expected it with --serve")
      }
      return nil
    }
    return try ListenAddress(host: host ?? "127.0.0.1", port: port ?? 0)
  }
}
