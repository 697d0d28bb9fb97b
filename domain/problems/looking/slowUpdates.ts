import { type KnownProblem, pulumi } from '../problem.ts'

export const slowUpdates: KnownProblem = {
  id: 'slow-updates',
  group: 'looking',
  order: 1,
  title: 'Updates are slow: finding out why',
  words: 'trace performance parallel opentelemetry jaeger',
  recoveries: [],
  docs: {
    documented: 'Trace, and read the trace',
    does: 'Shows how long each run took, and its steps; gives the commands for a trace',
    refuses: 'To advise switching checkpoints off',
  },
  sees: [
    { sees: 'An update or a preview takes much longer than it used to' },
    { sees: 'Nothing seems to happen for minutes' },
  ],
  means:
    'Usually the cloud is slow and waits form a chain. Sometimes it is the program, a provider, or saving the state.',
  first: {
    say: 'Open the update’s page and the one before it: how long each took, and which step came last.',
  },
  causes: [
    {
      cause: 'The cloud',
      sign: 'One resource takes most of the time',
      so: 'Wait; set customTimeouts if it fails',
    },
    {
      cause: 'A chain',
      sign: 'One after the other, none in parallel',
      so: 'Look for dependencies that are not needed',
    },
    {
      cause: 'The program',
      sign: 'A long time before the first resource',
      so: 'Trace it: cloud calls, or code that waits',
    },
    { cause: 'Reading everything', sign: 'It refreshes first', so: 'Do it only when needed, or target a part' },
    {
      cause: 'A large state',
      sign: 'Tens of MB, and a CLI before 3.225',
      so: 'A newer CLI saves only what changed (journal)',
    },
    { cause: 'Rate limits of the cloud', sign: 'Throttling in the verbose log', so: 'Run fewer at once: --parallel' },
  ],
  steps: [
    {
      say: 'A trace, to a file:',
      run: (stack) => ['# OpenTelemetry; newer CLIs.', `${pulumi(stack, 'up')} --otel-traces file:///tmp/traces.json`],
    },
    {
      say: 'A trace with an older CLI:',
      run: (stack) => [
        `${pulumi(stack, 'up')} --tracing=file:./up.trace`,
        'PULUMI_DEBUG_COMMANDS=1 pulumi view-trace ./up.trace',
      ],
    },
    { say: 'Run fewer at once if the cloud throttles:', run: (stack) => [`${pulumi(stack, 'up')} --parallel 4`] },
  ],
  never: [
    {
      what: 'PULUMI_SKIP_CHECKPOINTS=true, to be faster',
      why: 'a killed run then leaves no record of what it created',
    },
    {
      what: 'killing the run because it is slow',
      why: 'what is in flight becomes pending; one Ctrl-C ends it cleanly',
    },
  ],
  here: 'Activity shows how long each run took, who ran it and from which commit; the update’s page has its steps and log.',
}
