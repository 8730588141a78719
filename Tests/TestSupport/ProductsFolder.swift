import Foundation

/// The folder in which the package was built: that of the test bundle.
public let productsFolder: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return (bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL).path
}()
