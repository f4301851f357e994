// As much of SwiftUI as the adapters and emitted code use, from Apple's documentation of the iOS 18 SDK.
@_exported import FoundationNetworking
@_exported import UIKit

@MainActor public protocol View {}

public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset = CGPoint.zero
  public var contentSize = CGSize.zero
  public var containerSize = CGSize.zero
  public var visibleRect: CGRect { .zero }
}

@frozen public enum ScrollPhase: Equatable, Sendable {
  case idle, tracking, interacting, decelerating, animating
}

extension View {
  public func onScrollPhaseChange(
    _ action: @escaping (ScrollPhase, ScrollPhase) -> Void
  ) -> some View { self }

  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping @Sendable (ScrollGeometry) -> T,
    action: @escaping (T, T) -> Void
  ) -> some View { self }
}
