import { type Problem, pulumi } from './problem.ts'

export const lookingProblems: readonly Problem[] = [
  {
    id: 'slow-updates',
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
        run: (stack) => [
          '# OpenTelemetry; newer CLIs.',
          `${pulumi(stack, 'up')} --otel-traces file:///tmp/traces.json`,
        ],
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
  },
  {
    id: 'verbose-logs',
    sees: [{ sees: 'Someone asks for “a verbose log”, or the message does not say enough' }],
    means:
      'The CLI can log every call of the engine and its providers. Such a log may contain secrets: keep it private.',
    first: {
      say: 'Run the same command with full logging into a file.',
      run: (stack) => [`${pulumi(stack, 'preview')} --logtostderr --logflow -v=9 2> pulumi.log`],
    },
    causes: [
      { cause: 'What the engine does', sign: '-v=1 to -v=11', so: '-v=9 is enough; 11 also logs credentials' },
      { cause: 'What the providers do', sign: '--logflow', so: 'Calls to the cloud, at -v=9' },
      {
        cause: 'What the run did, for a tool',
        sign: '--event-log',
        so: 'Drop it on Diagnose: what failed, what was in flight',
      },
      { cause: 'Where it goes', sign: 'without --logtostderr', so: 'Files in the temporary directory' },
    ],
    steps: [
      {
        say: 'The engine’s events, one JSON object a line:',
        run: (stack) => [`${pulumi(stack, 'up')} --event-log events.json`],
      },
      {
        say: 'Also log a Terraform-based provider:',
        run: (stack) => [`TF_LOG=DEBUG ${pulumi(stack, 'preview')} --logtostderr --logflow -v=9 2> pulumi.log`],
      },
      { say: 'Drop the log on Diagnose: it is searched in your browser, never uploaded.' },
    ],
    never: [
      {
        what: 'putting a verbose log in a public issue',
        why: 'tokens, passwords and names of your infrastructure are in it',
      },
      { what: 'leaving it on in CI', why: 'CI keeps it for everyone who can read its logs' },
    ],
    here: 'The log of every update is kept with it, searchable by resource and severity.',
  },
]
