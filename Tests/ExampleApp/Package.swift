// swift-tools-version: 6.2

import PackageDescription

// `traits: []` leaves out what only the simulator needs: of all packages that scrollsim uses,
// swift-collections alone is fetched.
let package = Package(
  name: "example-app",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..", traits: [])],
  targets: [
    // As much of a scroll view as the app uses, where there is no UIKit.
    .target(name: "ScrollStandIn"),
    // Records, has that simulated, chooses, ships.
    .executableTarget(
      name: "example-app",
      dependencies: [
        "ScrollStandIn", .product(name: "ImageMemoryCache", package: "scrollsim"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
