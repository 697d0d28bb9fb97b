import { type KnownProblem, pulumi } from '../problem.ts'

export const verboseLogs: KnownProblem = {
  id: 'verbose-logs',
  group: 'looking',
  order: 2,
  title: 'Verbose logs',
  words: 'logtostderr logflow debug event log',
  recoveries: [],
  docs: {
    documented: 'Flags from memory',
    does: 'The flags; searches logs of 200 MB in the browser',
    refuses: 'To send a log anywhere',
  },
  sees: [{ sees: 'Someone asks for “a verbose log”, or the message does not say enough' }],
  means: 'The CLI can log every call of the engine and its providers. Such a log may contain secrets: keep it private.',
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
}
