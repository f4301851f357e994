// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target: Swift 6 mode, the same upcoming features, and no warnings.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// The settings of the simulator's modules: no debugging information, and a section for each function.
///
/// Debugging information takes most of a binary's file and some of the time to compile; the package
/// manager adds `-g` after these flags, so that only the compiler's frontend can be told. Of functions
/// in sections the linker leaves out those that a program does not use.
let lean =
  strict + [.unsafeFlags(["-Xfrontend", "-gnone", "-Xfrontend", "-function-sections"])]

/// The settings of tests, and of modules that read options, plan runs, and write tables and
/// sentences.
///
/// Optimized, these modules would take most of the build time. The modules below them compute. One
/// pass of the compiler makes the module and its code; by default, unoptimized modules take two.
let plain = lean + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// The settings of programs: of functions with equal code the linker keeps one.
let folded: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--icf=all"], .when(platforms: [.linux]))
]

let basicContainers: Target.Dependency = .product(
  name: "BasicContainers", package: "swift-collections")
let heapModule: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")

/// Returns a dependency of the simulator that apps do not need; a package with `traits: []` does
/// not fetch it.
func simulatorOnly(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Simulator"]))
}
let argumentParser = simulatorOnly("ArgumentParser", "swift-argument-parser")
let yams = simulatorOnly("Yams", "Yams")

let package = Package(
  name: "scrollsim",
  // iOS 16 is for ScrollCore, ScrollCaching, ImageMemoryCache and ScrollRecorder; `ContinuousClock` and
  // `Duration` need it, and swift-collections needs iOS 12.2. `.ci/packages/ios` checks these modules
  // with the availability that the standard library states. The simulator and the tests use `Mutex`,
  // `Atomic` and `UInt128`, which need macOS 15 or iOS 18, so that macOS cannot be lowered.
  platforms: [.macOS(.v15), .iOS(.v16)],
  // The public modules, from the bottom up: in `.ci/release/docs` a page may link to modules that
  // are listed above its own. The other targets are internal and may change in any version.
  products: [
    .library(name: "ScrollCore", targets: ["ScrollCore"]),
    .library(name: "ScrollRecorder", targets: ["ScrollRecorder"]),
    .library(name: "ScrollCaching", targets: ["ScrollCaching"]),
    .library(name: "ImageMemoryCache", targets: ["ImageMemoryCache"]),
    .library(name: "ScrollLayout", targets: ["ScrollLayout"]),
    .library(name: "ScrollDevice", targets: ["ScrollDevice"]),
    .library(name: "ScrollSimulation", targets: ["ScrollSimulation"]),
    .library(name: "ScrollTraces", targets: ["ScrollTraces"]),
    .library(name: "ScrollLaws", targets: ["ScrollLaws"]),
    .library(name: "ScrollPolicyTesting", targets: ["ScrollPolicyTesting"]),
    .library(name: "ScrollSimCommands", targets: ["ScrollSimCommands"]),
    .executable(name: "scrollsim", targets: ["scrollsim"]),
    .executable(name: "scrollsim-lab", targets: ["scrollsim-lab"]),
    .executable(name: "scrollsim-bench", targets: ["scrollsim-bench"]),
  ],
  // Apps that use ImageMemoryCache turn this trait off.
  traits: [
    .default(enabledTraits: ["Simulator"]),
    .trait(
      name: "Simulator",
      description: "Traces with profiles, stores, sweeps, reports and the command scrollsim."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The elementary functions, in C.
    .target(name: "ScrollMath", exclude: ["COPYRIGHT", "README.md"]),
    // Ids, time, bytes, randomness, settings. A program that imports neither Foundation nor Glibc
    // still needs libm for rounding.
    .target(
      name: "ScrollCore", dependencies: ["ScrollMath"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // Eviction policies, cache models, replay, and bounds on misses.
    .target(
      name: "ScrollCaching", dependencies: ["ScrollCore", basicContainers, heapModule],
      swiftSettings: strict),
    .target(name: "ScrollLayout", dependencies: ["ScrollCore"], swiftSettings: lean),
    .target(name: "ScrollDevice", dependencies: ["ScrollCore"], swiftSettings: lean),
    // A run: frames, loads, memory, figures, and bounds on stalls.
    .target(
      name: "ScrollSimulation",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", basicContainers,
      ],
      swiftSettings: lean),
    // Built-in profiles and the files of the studio, put into the program by the C compiler; and the
    // header of the system's SQLite.
    .target(name: "CResources", exclude: ["Page", "Module"]),
    // Traces, request formats, recordings, profiles of devices and networks.
    .target(
      name: "ScrollTraces",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "CResources",
        basicContainers, yams,
      ],
      exclude: ["Devices", "Networks"], swiftSettings: lean),
    // Tables, charts and pages.
    .target(
      name: "ScrollPages", dependencies: ["ScrollCore", "ScrollMath"], swiftSettings: plain),
    // Specifications, plans, the store, reports and explanations of sweeps.
    .target(
      name: "ScrollSweeps",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
        "ScrollTraces", "ScrollPages", "CResources", yams,
      ],
      swiftSettings: plain),
    .target(
      name: "ScrollSimCommands",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
        "ScrollTraces", "ScrollPages", "ScrollSweeps", "CResources", argumentParser,
      ],
      swiftSettings: plain),
    .executableTarget(
      name: "scrollsim", dependencies: ["ScrollSimCommands"], swiftSettings: strict,
      linkerSettings: folded),

    // For apps: one file, which may also be copied.
    .target(
      name: "ScrollRecorder", exclude: ["android", "react-native"], swiftSettings: strict),
    // For apps: the simulated cache.
    .target(
      name: "ImageMemoryCache", dependencies: ["ScrollCore", "ScrollCaching"],
      swiftSettings: strict),

    // For authors of policies.
    .target(
      name: "ScrollLaws", dependencies: ["ScrollCore", "ScrollCaching"], swiftSettings: strict),
    .target(
      name: "ScrollPolicyTesting",
      dependencies: ["ScrollCore", "ScrollCaching", "ScrollLaws"], swiftSettings: strict),
    .executableTarget(
      name: "scrollsim-lab",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
        "ScrollTraces", "ScrollPages", "ScrollSweeps", "ScrollLaws",
        "ScrollSimCommands", argumentParser,
      ],
      swiftSettings: lean),

    // The engine of the studio's page, in place of the command; `.ci/release/studio-engine` builds
    // it for WebAssembly.
    .target(
      name: "ScrollStudioEngine",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
      ],
      exclude: ["Runtime"], swiftSettings: strict),
    // Counts the bytes that the allocator has handed out, for the benchmarks.
    .target(name: "CAllocator"),
    .executableTarget(
      name: "scrollsim-bench",
      dependencies: [
        "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
        "ScrollTraces", "ScrollPages", "ScrollSweeps", "ImageMemoryCache", "CAllocator",
        argumentParser,
      ],
      swiftSettings: plain),

    .target(
      name: "TestSupport", dependencies: ["ScrollCore", "ScrollCaching"], path: "Tests/Support",
      exclude: ["Oracles"], swiftSettings: strict),
    // Reference implementations of the policies.
    .target(
      name: "ScrollReferences", dependencies: ["ScrollCore", "ScrollCaching"],
      path: "Tests/ScrollReferences", swiftSettings: lean),
    .testTarget(
      name: "ScrollCoreTests", dependencies: ["ScrollCore"], exclude: ["Elementary/values.txt"],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollRecorderTests",
      dependencies: [
        "ScrollRecorder", "ScrollTraces", "ScrollCore", "ScrollDevice", "ScrollLayout",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollCachingTests",
      dependencies: [
        "ScrollCaching", "ScrollCore", "ScrollLaws", "ScrollReferences", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ImageMemoryCacheTests",
      dependencies: ["ImageMemoryCache", "ScrollCaching", "ScrollCore"], swiftSettings: plain),
    .testTarget(
      name: "ScrollLayoutTests", dependencies: ["ScrollLayout", "ScrollCore"],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollDeviceTests", dependencies: ["ScrollDevice", "ScrollCore"],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollSimulationTests",
      dependencies: [
        "ScrollSimulation", "ScrollCaching", "ScrollCore", "ScrollDevice", "ScrollLayout",
        "ScrollTraces", "ScrollSweeps", "ScrollPages", "TestSupport",
      ],
      exclude: ["Residency/tiny-run.svg"], swiftSettings: plain),
    .testTarget(
      name: "ScrollStudioEngineTests",
      dependencies: [
        "ScrollStudioEngine", "ScrollSimulation", "ScrollTraces", "ScrollCaching", "ScrollCore",
        "ScrollDevice", "ScrollLayout",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollTracesTests",
      dependencies: [
        "ScrollTraces", "ScrollCaching", "ScrollCore", "ScrollDevice", "ScrollLayout",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollLawsTests",
      dependencies: [
        "ScrollLaws", "ScrollReferences", "ScrollCaching", "ScrollCore", "ScrollLayout",
        "ScrollTraces", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ScrollPolicyTestingTests",
      dependencies: [
        "ScrollPolicyTesting", "ScrollLaws", "ScrollReferences", "ScrollCaching", "ScrollCore",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollPagesTests", dependencies: ["ScrollPages", "ScrollCore"], exclude: ["Goldens"],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollSweepsTests",
      dependencies: [
        "ScrollSweeps", "ScrollSimulation", "ScrollTraces", "ScrollCaching", "ScrollDevice",
        "ScrollLayout", "ScrollCore", "ScrollPages", "TestSupport",
      ],
      exclude: ["Goldens/drawn-runs.txt"], swiftSettings: plain),
    .testTarget(
      name: "ScrollSimCommandsTests",
      dependencies: [
        "ScrollSimCommands", "ScrollSweeps", "ScrollPages", "ScrollSimulation", "ScrollCore",
        "ScrollCaching", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ScrollLabTests",
      dependencies: [
        "scrollsim-lab", "ScrollSimCommands", "ScrollSweeps", "ScrollSimulation", "ScrollTraces",
        "ScrollCaching", "ScrollDevice", "ScrollLayout", "ScrollCore", "ImageMemoryCache",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "scrollsim", "scrollsim-lab", "TestSupport", "ScrollCore", "ScrollCaching",
        "ScrollSweeps", "ScrollDevice", "ScrollSimulation", "ScrollStudioEngine",
        "ImageMemoryCache",
      ],
      exclude: ["Diff/Fixtures", "Doctor/Fixtures", "Report/Goldens"],
      swiftSettings: plain),
    .testTarget(name: "PackageLayoutTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
