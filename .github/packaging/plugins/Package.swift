// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "scrollsim-plugins",
  products: [.plugin(name: "Scrollsim", targets: ["Scrollsim"])],
  targets: [
    .plugin(
      name: "Scrollsim",
      capability: .command(
        intent: .custom(verb: "scrollsim", description: "Runs scrollsim in the package's folder.")),
      dependencies: ["scrollsim"]),
    // The program, which users do not compile.
    .binaryTarget(
      name: "scrollsim",
      url: "@url@/scrollsim.artifactbundle.zip",
      checksum: "@checksum@"),
  ]
)
