/** The text of `--help`. */
export const usage = `Usage: monitor query FILE QUERY [options]
       monitor trace FILE > game.pftrace

Reads a recording file of @doha/monitor. The file may be compressed by gzip.
"query" prints answers, "trace" writes a file for https://ui.perfetto.dev.

Queries:
  longest [COUNT]       the longest tasks, timers and spans (default: 10)
  longer-than MS        the tasks, timers and spans that took more than MS
  late [MS]             the timers that ran more than MS late (default: 1)
  messages [COUNT]      the messages that took longest, with their times in
                        the sender, the network and the receiver
                        (default: 10)
  windows [COUNT]       windows of frames, those with the most cancelled
                        updates first (default: 10)
  cause TIME            why the frame that was due or running at TIME (in ms)
                        was late
  cause frame [RANK]    the same for the frame with the longest delay
                        (RANK 1, the default), the second longest, …
                        Frames are steps of everyFrame (makeStep); without
                        them, all timers
  threads               the threads, with their busy times and lost records
  names                 run times of tasks, timers and spans by their names

Options:
  --thread NAME         only events of this thread
  --from MS, --to MS    only events that overlap this period
  --all                 with "cause": also what the other threads did
  --json                print JSON
  --help                print this text
`;
