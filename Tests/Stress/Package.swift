// swift-tools-version: 6.2

import PackageDescription

// Everything that is done to the memory cache from several tasks, for the Thread Sanitizer: it is
// built with `--sanitize=thread`, and links no test library. `.ci/packages/sanitize` runs it.
let package = Package(
  name: "stress",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "stress",
      dependencies: [
        .product(name: "ImageMemoryCache", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollCore", package: "scrollsim"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
