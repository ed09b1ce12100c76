/// Solves a small system of linear equations by Gaussian elimination with pivots.
///
/// - Parameter matrix: rows; square.
/// - Returns: nil if it has no single solution.
func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    var rows = zip(matrix, right).map { $0 + [$1] }
    let count = rows.count
    for column in 0..<count {
        guard let pivot = (column..<count).max(by: { rows[$0][column].magnitude < rows[$1][column].magnitude }),
            rows[pivot][column].magnitude > 1e-12
        else { return nil }
        rows.swapAt(column, pivot)
        for row in 0..<count where row != column {
            let factor = rows[row][column] / rows[column][column]
            for index in column...count { rows[row][index] -= factor * rows[column][index] }
        }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
}
