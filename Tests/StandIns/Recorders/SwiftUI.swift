// As much of SwiftUI as ScrollRecorder.swift uses, from its documentation.
public import Foundation

@MainActor public protocol View {}

@available(macOS 15, iOS 18, *)
public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset = CGPoint.zero
  public var contentSize = CGSize.zero
  public var containerSize = CGSize.zero
}

@available(macOS 15, iOS 18, *)
@frozen public enum ScrollPhase: Equatable, Sendable {
  case idle, tracking, interacting, decelerating, animating
}

@available(macOS 15, iOS 18, *)
public struct ScrollPhaseChangeContext {
  public var geometry: ScrollGeometry
}

@available(macOS 15, iOS 18, *)
extension View {
  public func onScrollPhaseChange(
    _ action: @escaping (ScrollPhase, ScrollPhase, ScrollPhaseChangeContext) -> Void
  ) -> some View { self }

  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping @Sendable (ScrollGeometry) -> T,
    action: @escaping (T, T) -> Void
  ) -> some View { self }
}
