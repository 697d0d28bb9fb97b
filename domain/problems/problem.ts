import type { RecoveryId } from '#contract/recoveryId.ts'
import type { Health } from '#contract/stacks.ts'
import { exportTo } from '#domain/commands.ts'
import type { FirstCommands } from '#domain/recoveries/firstCommands.ts'
import { cliName, type NamedStack } from '#domain/stackName.ts'
import { shell } from '#domain/shell.ts'

/** The groups of problems, in the order of the list; each has a folder. */
export const GROUPS = {
  lease: 'Someone or something holds the stack',
  update: 'An update went wrong',
  state: 'The state',
  connection: 'Connection',
  clouds: 'Providers and clouds',
  buckets: 'Self-managed backends',
  looking: 'Looking closer',
} as const

/** An instruction with its commands. Lines that begin with `#` explain the next one. */
export type Instruction = { say: string; run?: (stack: NamedStack) => string[] }

/** A message in its exact words; `when` is the version or the place. */
type Message = { says: string; when: string }

/** An error text with a known cause (docs/recovery.md, Errors in a pasted text). */
export type KnownError = {
  /** Unique among all known errors. */
  id: string
  /**
   * The texts to match. `{stack}`, `{urn}`, `{version}` and `{x}` capture a value under that name, `{n}` matches a
   * number, `…` anything up to a few lines. Case, spaces, line breaks and colours are ignored. Those with a version or a
   * place (`when`) are shown on the problem's page.
   */
  fragments: readonly (string | Message)[]
  title: string
  /** In a sentence. */
  meaning: string
  recoveries: readonly RecoveryId[]
  advice: string
  /** Commands besides those of its recoveries. */
  commands?: FirstCommands
  /** Which command or backend prints it, and since which version. */
  where: string
  /** A provider prints it about a resource, which the log names above it. */
  isOfProvider?: true
  /** Additional condition on the captured values. */
  check?: (found: Readonly<Record<string, string>>) => boolean
  /** Is an error only as the last line of a log. */
  isLastLine?: true
  /** Says only that something did not become ready: a message about why is more specific. */
  isSymptom?: true
}

/** An error in the file of its problem: by default it has the problem's title, meaning, first step and recoveries. */
type ErrorOfProblem = Omit<KnownError, 'title' | 'meaning' | 'recoveries' | 'advice'> & Partial<KnownError>

/**
 * An expert's explanation of a problem, in a file of its own. The list of all problems, their search, the error
 * dictionary and the rows of docs/recovery.md are derived from it; `npm run recoveries` writes the lists.
 */
export type KnownProblem = {
  /** The last part of its address. */
  id: string
  group: keyof typeof GROUPS
  /** Its place within the group; unique there. */
  order: number
  title: string
  /** Other words that users may search for. */
  words: string
  /** The most relevant first. */
  recoveries: readonly RecoveryId[]
  /** Stacks with this health have the problem, or may have it. */
  stackHealth?: readonly Health[]
  /** Runs that may show the problem. */
  runs?: { kind?: 'destroy' | 'refresh'; result?: 'failed' | 'expired' }
  /** Its row in docs/recovery.md, in Markdown: the manual steps as documented, and what the console does instead. */
  docs: { documented: string; does: string; refuses: string }
  /** Symptoms besides the messages of its errors: descriptions, and longer examples of a message. */
  sees?: readonly Symptom[]
  means: string
  /** The one thing to do first. */
  first: Instruction
  /** How to tell the causes apart, and what to do about each. */
  causes: readonly { cause: string; sign: string; so: string }[]
  /** In order, after the first step. */
  steps: readonly Instruction[]
  /** Actions that seem to help but do harm. */
  never: readonly { what: string; why: string }[]
  /** What this console shows about the problem. */
  here: string
  /** The messages that lead to it from a pasted text or the log of a run. */
  errors?: readonly ErrorOfProblem[]
}

export type Symptom = Message | { sees: string }

/** Values for the placeholders of a message that is shown as an example. */
const EXAMPLES: Readonly<Record<string, string>> = {
  stack: 'prod',
  urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs',
  version: '6.1.0',
  n: '2',
}

/** What the page of a problem shows as its symptoms. */
export const symptomsOf = ({ sees = [], errors = [] }: KnownProblem): readonly Symptom[] => [
  ...errors.flatMap(({ fragments }) =>
    fragments.flatMap((fragment) => (typeof fragment === 'string' ? [] : [exampleOf(fragment)])),
  ),
  ...sees,
]

const exampleOf = ({ says, when }: Message): Message => ({
  says: says.replace(/\{(\w+)\}/g, (_, name: string) => EXAMPLES[name] ?? '…'),
  when,
})

/** The data of a problem for lists and searches, without its page. */
export type ProblemEntry = Pick<KnownProblem, 'id' | 'title' | 'words' | 'recoveries'> & { group: string }

/** A command with the stack's whole name, so that it works in any directory: `pulumi up --stack org/project/stack`. */
export function pulumi(stack: NamedStack, command: string): string {
  const flag = shell`--stack ${cliName(stack)}`
  return flag.startsWith('#') ? flag : ['pulumi', command, flag].join(' ')
}

/**
 * Commands for a copy of the state, which needs no lock and works on broken states (docs/recovery.md, What counts as
 * evidence).
 */
export const copyFirst = (stack: NamedStack): string[] => [
  '# A copy of the state; this needs no lock.',
  exportTo(stack, `${stack.stack}-before.json`),
]
