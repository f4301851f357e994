// As much of UIKit as ImageMemoryCache uses, from Apple's documentation. Nothing here works.
@_exported public import Foundation

public enum UIApplication {
  public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
}
