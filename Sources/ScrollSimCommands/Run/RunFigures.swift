import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollReports
import ScrollSimulation

/// A run's report as JSON has it.
struct RunFigures: Encodable {
  @OrNull var killed: Killed?
  let durationMilliseconds: Double
  let frames: Int
  let hitches: Hitches
  let stalls: Stalls
  let requests: Requests
  let cache: Cache
  let work: Work
  let memory: Memory

  struct Killed: Encodable {
    let atMilliseconds: Double
    let reason: String
  }

  struct Hitches: Encodable {
    let count: Int
    let timeRatio: Double
    let band: String
    let milliseconds: Double, scrollingMilliseconds: Double, worstMilliseconds: Double
    let mainThreadBusyMilliseconds: Double
    let causeMilliseconds: [String: Double]
  }

  struct Stalls: Encodable {
    let blankAreaSeconds: Double, wrongAreaSeconds: Double, blankRatio: Double
    let framesWithBlank: Int, appearances: Int, neverShown: Int, unfinished: Int, skipped: Int
    let timeToImageMilliseconds: Percentiles
  }

  struct Percentiles: Encodable {
    @FiniteOrNull var p50: Double?
    @FiniteOrNull var p95: Double?
    @FiniteOrNull var p99: Double?
    @FiniteOrNull var max: Double?
  }

  struct Requests: Encodable {
    let count: Int, hits: Int, liveHits: Int, joined: Int, started: Int
    let displayed: Int, leftUnshown: Int, cancelled: Int, unfinished: Int, prefetches: Int
    let hitRate: Double, byteHitRate: Double, decodeHitRate: Double
  }

  struct Cache: Encodable {
    let removals: [String: Int]
    let refusals: Int
    let peakBytes: Int, offeredBytes: Int, refusedBytes: Int, removedBytes: Int
    let residentBytes: Int
  }

  struct Work: Encodable {
    let laneDecodes: Int, mainDecodes: Int, wastedDecodes: Int
    let laneDecodeMilliseconds: Double, mainDecodeMilliseconds: Double
    let wastedDecodeMilliseconds: Double
    let bytesRead: Int
  }

  struct Memory: Encodable {
    let peakFootprintBytes: Int, warnings: Int, killedBackgroundApps: Int
  }

  init(_ report: RunReport) {
    killed = report.death.map {
      Killed(atMilliseconds: $0.time.milliseconds, reason: $0.reason.rawValue)
    }
    durationMilliseconds = report.duration.milliseconds
    frames = report.frames
    hitches = Self.hitches(report.hitches)
    stalls = Self.stalls(report.stalls)
    let asked = report.requests
    requests = Requests(
      count: asked.count, hits: asked.hits, liveHits: asked.liveHits, joined: asked.joined,
      started: asked.started, displayed: asked.displayed, leftUnshown: asked.leftUnshown,
      cancelled: asked.cancelled, unfinished: asked.unfinished, prefetches: asked.prefetches,
      hitRate: asked.hitRate, byteHitRate: asked.byteHitRate, decodeHitRate: asked.decodeHitRate)
    let held = report.cache
    cache = Cache(
      removals: Dictionary(
        RemovalReason.allCases.map { ("\($0)", held.removals(because: $0)) },
        uniquingKeysWith: +),
      refusals: held.refusals, peakBytes: held.peakBytes, offeredBytes: held.offeredBytes,
      refusedBytes: held.refusedBytes, removedBytes: held.removedBytes,
      residentBytes: held.residentBytes)
    let work = report.work
    self.work = Work(
      laneDecodes: work.laneDecodes, mainDecodes: work.mainDecodes,
      wastedDecodes: work.wastedDecodes,
      laneDecodeMilliseconds: work.laneDecode.milliseconds,
      mainDecodeMilliseconds: work.mainDecode.milliseconds,
      wastedDecodeMilliseconds: work.wastedDecode.milliseconds, bytesRead: work.bytesRead)
    memory = Memory(
      peakFootprintBytes: report.memory.peakFootprint.bytes, warnings: report.memory.warnings,
      killedBackgroundApps: report.memory.killedBackgroundApps)
  }

  private static func hitches(_ hitches: RunReport.Hitches) -> Hitches {
    let causes = hitches.causes
    return Hitches(
      count: hitches.count, timeRatio: hitches.timeRatio, band: hitches.band.rawValue,
      milliseconds: hitches.time.milliseconds,
      scrollingMilliseconds: hitches.scrolling.milliseconds,
      worstMilliseconds: hitches.worst.milliseconds,
      mainThreadBusyMilliseconds: hitches.mainThreadBusy.milliseconds,
      causeMilliseconds: [
        "cells": Double(causes.cells) / 1e6, "read": Double(causes.read) / 1e6,
        "decode": Double(causes.decode) / 1e6, "upload": Double(causes.upload) / 1e6,
      ])
  }

  private static func stalls(_ stalls: RunReport.Stalls) -> Stalls {
    let wait = stalls.timeToImage
    return Stalls(
      blankAreaSeconds: stalls.blankAreaSeconds, wrongAreaSeconds: stalls.wrongAreaSeconds,
      blankRatio: stalls.blankRatio, framesWithBlank: stalls.framesWithBlank,
      appearances: stalls.appearances, neverShown: stalls.neverShown,
      unfinished: stalls.unfinished, skipped: stalls.skipped,
      timeToImageMilliseconds: Percentiles(
        p50: wait.p50?.milliseconds, p95: wait.p95?.milliseconds, p99: wait.p99?.milliseconds,
        max: wait.max?.milliseconds))
  }
}
