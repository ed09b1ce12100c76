import OrientationCore

enum MatrixFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let matrix = try? MountMatrix(parsing: text(bytes)) else { return }
        require(matrix.flaw == nil, "a matrix that was read is usable")
        require((try? MountMatrix(parsing: matrix.description)) == matrix, "what was written reads as it was")
    }
}
