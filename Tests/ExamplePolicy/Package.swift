// swift-tools-version: 6.2

import PackageDescription

// The name stands there because a clone's folder may have any other.
let package = Package(
  name: "example-policy",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    .executableTarget(
      name: "scrollsim-example",
      dependencies: [
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollSimCommands", package: "scrollsim"),
      ])
  ]
)
