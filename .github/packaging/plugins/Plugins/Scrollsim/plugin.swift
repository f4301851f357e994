import Foundation
import PackagePlugin

/// The command plug-in `swift package scrollsim`: runs the program with the same arguments.
@main struct Scrollsim: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "scrollsim").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    Diagnostics.error("scrollsim ended with status \(process.terminationStatus)")
  }
}
