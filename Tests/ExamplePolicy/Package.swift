// swift-tools-version: 6.2

import PackageDescription

// The name stands there because a clone's folder may have any other.
let package = Package(
  name: "example-policy",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    // The policy, as an app would link it.
    .target(
      name: "SecondNewest",
      dependencies: [
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
      ]),
    // The whole command, with that policy in it.
    .executableTarget(
      name: "scrollsim-example",
      dependencies: [
        "SecondNewest",
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollSimCommands", package: "scrollsim"),
      ]),
    // The laws.
    .testTarget(
      name: "SecondNewestTests",
      dependencies: [
        "SecondNewest",
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollLaws", package: "scrollsim"),
        .product(name: "ScrollPolicyTesting", package: "scrollsim"),
      ],
      exclude: ["forgetful.txt"]),
  ]
)
