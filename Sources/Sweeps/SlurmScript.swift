import ScenarioFiles

/// A script for the scheduler Slurm: an array of jobs that carry out a sweep together.
///
/// Each takes the next runs that are not complete, so that what a lost node has not done is done by the others, or by itself when it
/// is queued again. The directory must be one that all nodes share, with locks of files (`flock`).
public struct SlurmScript: CustomStringConvertible {
    /// The path of the program, on all nodes.
    public let program: String

    /// The path of the directory of the sweep, on all nodes.
    public let directory: String

    /// The name of the jobs.
    public let name: String

    /// How many jobs there are.
    public let tasks: Int

    /// How many there can be: Slurm takes no more unless it is told to (`MaxArraySize`).
    package static let greatestTaskCount = 1000

    /// How many threads each run has.
    public let threads: Int

    /// True if each has formulas compiled, where it runs.
    public let compiles: Bool

    /// The memory that each has, in bytes.
    public let memory: Int

    /// The time that each has.
    public let time: Duration

    /// Jobs for a sweep, with memory and time by what trial runs took, and room for more.
    public init(
        of sweep: Sweep, program: String, directory: String, tasks: Int, threads: Int, compiling compiles: Bool = false,
        _ estimate: SweepEstimate
    ) {
        (self.program, self.directory, self.tasks, self.threads) = (program, directory, tasks, threads)
        self.compiles = compiles
        name = sweep.name
        memory = 2 * estimate.memory + 256 << 20
        // None is cut off by less than what the others may leave to it.
        time = max(.seconds(600), estimate.time / tasks * 1.5 + estimate.longestRun * 2)
    }

    /// The script.
    public var description: String {
        """
        #!/bin/bash
        #SBATCH --job-name=\(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? String($0) : "-" }.joined())
        #SBATCH --array=1-\(tasks)
        #SBATCH --ntasks=1
        #SBATCH --cpus-per-task=\(threads)
        #SBATCH --mem=\((memory + (1 << 20) - 1) >> 20)M
        #SBATCH --time=\((Int(time.components.seconds) + 59) / 60)
        #SBATCH --requeue
        #SBATCH --open-mode=append
        #SBATCH --output="\(directory.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%"))/slurm-%a.log"
        # Half a minute before the time is up each run stops with a checkpoint, from which it goes on when this is submitted again.
        #SBATCH --signal=B:TERM@30
        exec \(program.inShell) sweep \(directory.inShell) --jobs 1 --quiet\(compiles ? " --compile" : "")
        """
    }
}

extension String {
    /// The text as one word of a shell.
    fileprivate var inShell: String {
        "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
