import TestSupport
import Testing

/// What the program says about itself, word by word.
@Suite(.waitsForPrograms) struct HelpTests {
    private static let overview = """
        OVERVIEW: Simulates particles and networks in which every node can be watched.

        A scenario file says what is simulated and what is recorded. A run writes a
        directory of CSV files.

        Exit status: 0 success, 1 the simulation or the benchmark failed, 64 wrong
        usage, 65 the scenario or its data are wrong, 66 the scenario cannot be read,
        69 formulas cannot be compiled, 71 no memory is left, 73 the results cannot be
        written, 75 another process carries on the run, 130 interrupted.

        USAGE: observatory <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          run                     Runs a scenario and writes its results.
          resume                  Goes on with a run that was interrupted.
          verify                  Checks that results are complete and as they were
                                  written.
          validate                Checks a scenario and its data files without running
                                  it.
          sweep                   Carries out many runs of a scenario, over values of
                                  its keys and with replicates.
          status                  Says how many runs of a sweep are complete, have
                                  failed, or are missing.
          collect                 Puts a table of all runs of a sweep together, as CSV
                                  on standard output.
          plot                    Draws what a run or a sweep has recorded.
          watch                   Shows a run again, at any of its moments.
          replay                  Carries a run out once more with other observations.
          compare                 Tells where the results of two runs first differ, and
                                  how they do in the end.
          why                     Tells by which events a node came into its state, or
                                  something came to be so.
          rare                    Samples the rate of an event that is too rare to wait
                                  for.
          models                  Lists what scenarios can be made of.
          describe                Describes what scenarios can be made of.
          new                     Writes a scenario to begin with.
          cite                    Tells what to cite for what a scenario uses.
          schema                  Writes the JSON Schema of scenarios, by which editors
                                  complete and check them.
          benchmark               Measures what Observatory is built on.

          See 'observatory help <subcommand>' for detailed help.

        """

    private static let run = """
        OVERVIEW: Runs a scenario and writes its results.

        The results are a directory with a file for each observation, the scenario as
        it was run with all defaults written out, and copies of its data files. The
        last line on standard output says where they lie, or on standard error where
        observations are written to standard output.

        A signal (Control-C) ends a run after its present step, or within it where the
        method is adaptive or makes events, leaps or sweeps: what has been recorded is
        kept, and 'observatory resume' goes on from there, as it does after a crash
        from the last checkpoint. A second one ends it at once.

        USAGE: observatory run <file> [--set <key.path=value> ...] [--output <directory>] [--checkpoint-interval <seconds>] [--compile] [--quiet] [--watch] [--port <number>] [--paused]

        ARGUMENTS:
          <file>                  The scenario file (YAML).

        OPTIONS:
          --set <key.path=value>  Replaces a value of the scenario, such as
                                  integrate.step=0.5, or observe.0.every=1 in the first
                                  item of a list. Can be given several times.
          -o, --output <directory>
                                  The directory to create, which must not exist, or be
                                  empty. Unless given, a free name in 'Results', after
                                  that of the file.
          --checkpoint-interval <seconds>
                                  The time from one checkpoint to the next; 0 for none.
                                  'observatory resume' goes on from the last one.
                                  (default: 60.0)
          --compile               Has a compiler for C compile the arithmetic of the
                                  scenario's equations, and keeps what it makes in
                                  ~/.cache. Results are the same bytes, in less time.
          -q, --quiet             Show no progress.
          --watch                 Serves a page on which the run is looked at while it
                                  goes on, to this machine alone; its address is on
                                  standard error. When the run has ended, the program
                                  waits until no page is open.
          --port <number>         The port of the page; a free one unless given.
          --paused                The run waits before its first step until the page
                                  has it go on.
          --version               Show the version.
          -h, --help              Show help information.


        """

    private static let resume = """
        OVERVIEW: Goes on with a run that was interrupted.

        The run goes on from its last checkpoint, and its files become, byte for byte,
        those of a run that was not interrupted. Rows that were recorded after the
        checkpoint are cut off and recorded again; on standard output, where that is
        not possible, the rows go on after the checkpoint. A run that has no
        checkpoint, because it was killed before the first or keeps a state that cannot
        be stored, is run from the beginning, and its files are replaced. A run that
        has ended is left as it is, with exit status 0 if its files are what they were
        then.

        With --output the run goes on in a directory of its own, and the one that is
        named stays as it is, whether its run has ended or not: from an earlier
        checkpoint with --from, where all were kept, or to a later end with --until.

        The scenario and the data in the directory must not be edited, and the program
        must be the same.

        USAGE: observatory resume <directory> [--from <file>] [--output <directory>] [--until <time>] [--checkpoint-interval <seconds>] [--compile] [--quiet]

        ARGUMENTS:
          <directory>             The directory that the run has written.

        OPTIONS:
          --from <file>           A checkpoint in the directory to go on from, where
                                  all are kept; the last one unless given.
          -o, --output <directory>
                                  The directory to create for a run of its own, which
                                  must not exist.
          --until <time>          With --output: when the run is to end, instead of the
                                  time in the scenario.
          --checkpoint-interval <seconds>
                                  The time from one checkpoint to the next; 0 for none.
                                  'observatory resume' goes on from the last one.
                                  (default: 60.0)
          --compile               Has a compiler for C compile the arithmetic of the
                                  scenario's equations, and keeps what it makes in
                                  ~/.cache. Results are the same bytes, in less time.
          -q, --quiet             Show no progress.
          --version               Show the version.
          -h, --help              Show help information.


        """

    private static let validate = """
        OVERVIEW: Checks a scenario and its data files without running it.

        All problems are shown at once, each with its place. Warnings, of what may not
        be meant, do not make a scenario invalid. Of a sweep all values of each key are
        checked, of more than a thousand as many, with the first ones of the others; of
        what is sampled from a range or a distribution the least and the greatest.

        USAGE: observatory validate <file> [--set <key.path=value> ...]

        ARGUMENTS:
          <file>                  The scenario file (YAML).

        OPTIONS:
          --set <key.path=value>  Replaces a value of the scenario, such as
                                  integrate.step=0.5, or observe.0.every=1 in the first
                                  item of a list. Can be given several times.
          --version               Show the version.
          -h, --help              Show help information.


        """

    private static let benchmarkObservers = """
        OVERVIEW: Measures how observation scales, beside arrays of Swift closures.

        The result is CSV: the library, what was measured, how many observers, objects
        or messages there were, the nanoseconds of one operation (median of the runs),
        the bytes of one observation or object, and the spread of the runs as a part of
        the median. All messages are counted and summed; if one is wrong, the benchmark
        fails.

        It takes about two minutes, and with '--largest 10000000' a quarter of an hour
        and some gigabytes. The program 'observer-scaling' in the folder 'Benchmarks'
        does the same with other libraries beside.

        USAGE: observatory benchmark observers [--workloads <workload> ...] [--counts <count> ...] [--largest <count>] [--runs <number>] [--output <file>] [--quick]

        OPTIONS:
          --workloads <workload>  What is measured. Unless given, everything. (values:
                                  fan-out, population, population-loop, unobserved,
                                  churn, chain, chain-capturing, death, collection,
                                  re-entrant)
          --counts <count>        The counts for all workloads. Unless given, powers of
                                  ten.
          --largest <count>       The largest of the powers of ten. (default: 1000000,
                                  or 10000 if quick)
          --runs <number>         How often everything is measured. (default: 5, or 3
                                  if quick)
          -o, --output <file>     The CSV file to create, which must not exist.
          -q, --quick             Take some seconds only, for a rough result.
          --version               Show the version.
          -h, --help              Show help information.


        """

    @Test(arguments: [
        ([], overview), (["--help"], overview), (["help"], overview), (["run", "--help"], run), (["help", "run"], run),
        (["resume", "--help"], resume), (["validate", "-h"], validate), (["help", "validate"], validate),
        (["benchmark", "observers", "--help"], benchmarkObservers),
    ])
    func help(arguments: [String], text: String) throws {
        let outcome = try Workplace().program.run(arguments)
        #expect(outcome == Program.Outcome(status: 0, output: text, errors: ""))
    }

    @Test func whatThereIsIsListedAndDescribed() throws {
        let program = try Workplace().program
        let found = try program.run(["models", "Gillespie", "leaps"])
        #expect(
            found.output == """
                methods of integration
                  tau-leaping              many events in leaps, after Gillespie; with errors that shrink with these

                """)
        let described = try program.run(["describe", "uniform-field"])
        #expect(
            described
                == Program.Outcome(
                    status: 0,
                    output: """
                        uniform-field (gravity and fields): a field that accelerates all particles alike, such as gravity near the ground

                          d²r/dt² = g, U = −m g · r

                        Parameters:
                          acceleration  the acceleration g in each direction
                                        3 numbers, or 2 in two dimensions, each a finite number; in units of length time^-2; required

                        Example:
                          interactions:
                            - uniform-field: {acceleration: [0, 0, -1]}

                        """, errors: ""))
    }

    @Test func versionNamesTheVersionOfGSLToo() throws {
        let outcome = try Workplace().observatory("--version")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let version = /\d+\.\d+\.\d+ \((commit [0-9a-f]+, )?GSL \d+\.\d+(\.\d+)?\)\n/
        #expect(outcome.output.wholeMatch(of: version) != nil, "\(outcome.output)")
    }

    @Test(arguments: [
        (
            ["run"],
            """
            Error: Missing expected argument '<file>'
            Help:  <file>  The scenario file (YAML).
            Usage: observatory run <file> [--set <key.path=value> ...] [--output <directory>] [--checkpoint-interval <seconds>] [--compile] [--quiet] [--watch] [--port <number>] [--paused]
              See 'observatory run --help' for more information.

            """
        ),
        (
            ["validate", "a.yml", "--outptu", "b"],
            """
            Error: Unknown option '--outptu'
            Usage: observatory validate <file> [--set <key.path=value> ...]
              See 'observatory validate --help' for more information.

            """
        ),
        (
            ["runn"],
            """
            Error: Unexpected argument 'runn'; did you mean 'run'?
            Usage: observatory <subcommand>
              See 'observatory --help' for more information.

            """
        ),
        (
            ["describe", "lenard-jones"],
            """
            Error: There is no component 'lenard-jones'; did you mean 'lennard-jones'?
            Usage: observatory describe <words> ...
              See 'observatory describe --help' for more information.

            """
        ),
        (
            ["new", "kuramotto"],
            """
            Error: There is no component 'kuramotto'; did you mean 'kuramoto'?
            Usage: observatory new [<component>] [--output <file>]
              See 'observatory new --help' for more information.

            """
        ),
        (
            ["models", "lennard", "unicorns"],
            """
            Error: Nothing is about 'lennard unicorns'.
            Usage: observatory models [<words> ...]
              See 'observatory models --help' for more information.

            """
        ),
        (
            ["--bogus"],
            """
            Error: Unknown option '--bogus'
            Usage: observatory <subcommand>
              See 'observatory --help' for more information.

            """
        ),
    ])
    func wrongUsage(arguments: [String], errors: String) throws {
        let outcome = try Workplace().program.run(arguments)
        #expect(outcome == Program.Outcome(status: 64, output: "", errors: errors))
    }
}
