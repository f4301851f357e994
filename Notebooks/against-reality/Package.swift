// swift-tools-version: 6.2

import PackageDescription

/// A package of its own, because it alone needs libjpeg-turbo and libpng: scrollsim does without.
// The name stands there because a clone's folder may have any other.
let package = Package(
  name: "against-reality",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "scrollsim", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .executableTarget(
      name: "lab",
      dependencies: [
        "CTurboJPEG", "CPNG",
        .product(name: "ScrollCore", package: "scrollsim"),
        .product(name: "ScrollCaching", package: "scrollsim"),
        .product(name: "ScrollLayout", package: "scrollsim"),
        .product(name: "ScrollDevice", package: "scrollsim"),
        .product(name: "ScrollTraces", package: "scrollsim"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
