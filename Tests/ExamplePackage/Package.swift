// swift-tools-version: 6.2

import PackageDescription

// The name stands there because a clone's folder may have any other.
let package = Package(
  name: "example-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    // A policy, a prefetcher and a loader.
    .target(
      name: "ExampleAdditions",
      dependencies: [
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollSimulation", package: "scrollsim"),
      ]),
    // The whole command, with these in it.
    .executableTarget(
      name: "scrollsim-example",
      dependencies: [
        "ExampleAdditions",
        .product(name: "ScrollSimCommands", package: "scrollsim"),
      ]),
    // The laws of the policy.
    .testTarget(
      name: "ExampleAdditionsTests",
      dependencies: [
        "ExampleAdditions",
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ImageMemoryCache", package: "scrollsim"),
        .product(name: "ScrollLaws", package: "scrollsim"),
        .product(name: "ScrollPolicyTesting", package: "scrollsim"),
      ],
      exclude: ["forgetful.txt"]),
  ]
)
