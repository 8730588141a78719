import GSL
import Testing

@Suite struct GSLErrorTests {
    @Test func errorSaysWhatTheStatusMeans() {
        let error = GSLError(status: 8, operation: "gsl_rng_alloc")
        #expect(error.description == "there is not enough memory (gsl_rng_alloc of GSL, status 8)")
    }

    @Test func versionIsThatOfALibraryWithODEIV2() {
        let numbers = gslVersion.split(separator: ".").compactMap { Int($0) }
        #expect(numbers.count >= 2)
        // odeiv2 came with 1.15.
        #expect(numbers.lexicographicallyPrecedes([1, 15]) == false)
    }
}
