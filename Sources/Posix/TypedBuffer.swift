extension Array {
    /// `withUnsafeBufferPointer` that keeps the type of the error: the standard library's own does so only from Swift 6.1 on.
    @inlinable
    public func withTypedBuffer<Output, Failure: Error>(
        _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let result = withUnsafeBufferPointer { buffer in
            Result { () throws(Failure) in try body(buffer) }
        }
        return try result.get()
    }
}

extension ArraySlice {
    /// `withUnsafeBufferPointer` that keeps the type of the error: the standard library's own does so only from Swift 6.1 on.
    @inlinable
    public func withTypedBuffer<Output, Failure: Error>(
        _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let result = withUnsafeBufferPointer { buffer in
            Result { () throws(Failure) in try body(buffer) }
        }
        return try result.get()
    }
}
