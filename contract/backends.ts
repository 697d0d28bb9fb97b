import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

/** Kinds of self-managed backends (docs/backends.md, Kinds); `opened`: files that were opened in a browser. */
export const BackendKind = z.enum(['folder', 's3', 'gcs', 'azure', 'postgres', 'opened'])
export type BackendKind = z.infer<typeof BackendKind>

/**
 * The state of a stack's lock files, judged by evidence, the most harmful first (docs/backends.md, Locks). Null in
 * their place: no lock, and no sign of a run.
 */
export const LockWord = z.enum([
  'unlockedWriter',
  'several',
  'unreadable',
  'probablyDead',
  'interrupted',
  'leftBehind',
  'quiet',
  'waitingOrWorking',
  'working',
])
export type LockWord = z.infer<typeof LockWord>

/** One lock file. Times are by the store's clock. */
export const ForeignLock = z.object({
  /** The UUID in its file name. */
  id: z.string(),
  /** Its key in the backend, from `.pulumi/` on: `domain/backends/diy/commands.ts` makes the command that removes it. */
  key: z.string(),
  since: Instant,
  /** Null if it cannot be read, or does not say. */
  username: z.string().nullable(),
  hostname: z.string().nullable(),
  pid: Count.nullable(),
  word: LockWord,
  /** The evidence for the word, one sentence. */
  evidence: z.string(),
})
export type ForeignLock = z.infer<typeof ForeignLock>

/** Who holds a stack that is kept elsewhere, as far as its backend shows. */
export const ForeignHolder = z.object({
  word: LockWord,
  /** One sentence. */
  evidence: z.string(),
  /** Of many, the first. */
  locks: z.array(ForeignLock),
  lockCount: Count,
  /** Usual length of this stack's runs (p90), seconds; null if unknown. */
  usualS: z.number().nullable(),
  /** Last write of the state. */
  lastWriteAt: Instant.nullable(),
  /** Pending operations in the current state: what is, or was, in flight. */
  inFlight: Count,
})
export type ForeignHolder = z.infer<typeof ForeignHolder>

/** How the stacks of a backend lie: each in the folder of its project, or in the old layout without projects. */
export const LayoutWord = z.enum(['project', 'legacy', 'mixed', 'empty'])
export type LayoutWord = z.infer<typeof LayoutWord>

/** What `.pulumi/meta.yaml` says of the layout; `domain/backends/diy/meta.ts` reads it. */
export const BackendMeta = z.enum(['fine', 'missing', 'old', 'newer', 'noVersion', 'broken'])
export type BackendMeta = z.infer<typeof BackendMeta>

/** A `meta.yaml` that stops every command of the CLI; `layout` is that of the stacks as they lie. */
export const MetaProblem = z.object({
  says: BackendMeta.extract(['newer', 'noVersion', 'broken']),
  layout: LayoutWord.nullable(),
})
export type MetaProblem = z.infer<typeof MetaProblem>

/** A file of tags that the CLI refuses: of another version than it knows, or no such file. */
export const BrokenTags = z.object({ key: z.string(), why: z.enum(['version', 'broken']) })
export type BrokenTags = z.infer<typeof BrokenTags>

/** Why an entry in the history of a stack cannot be read; `zstd`: it may be whole, but no browser can unpack it. */
export const EntryProblem = z.enum(['empty', 'truncated', 'noEntry', 'packed', 'tooLarge', 'unreadable', 'zstd'])
export type EntryProblem = z.infer<typeof EntryProblem>

/** Entries in the history of a stack that cannot be read: how many, and the newest of them. */
export const BrokenEntries = z.object({
  count: Count,
  newest: z.array(z.object({ key: z.string(), why: EntryProblem })),
})
export type BrokenEntries = z.infer<typeof BrokenEntries>

/** A stack that is kept elsewhere: where, and how fresh the mirror is. */
export const KeptElsewhere = z.object({
  /** The backend's name, which is the organization of its stacks. */
  backend: z.string(),
  kind: BackendKind,
  /** The stack's name in the CLI: `organization/shop/prod`, or the bare name in the legacy layout. */
  cliName: z.string(),
  /** Address for `pulumi login`, without a password. */
  address: z.string(),
  metaProblem: MetaProblem.nullable(),
  /** Whether no CLI sees it: it is in the old layout, and `meta.yaml` says the new one. */
  isInvisible: z.boolean().optional(),
  /** State files of other compressions, which the CLI does not read: their keys. */
  unreadStates: z.array(z.string()),
  /** Sidecars of a `file://` backend that make every read of their file fail: their keys. */
  brokenSidecars: z.array(z.string()),
  /** The file with the stack's tags, if it stops every update of the stack. */
  brokenTags: BrokenTags.nullable(),
  /** Null if every entry that was read of its history is whole. */
  brokenEntries: BrokenEntries.nullable(),
  /** Whether its history has older runs than those shown. */
  hasOlderRuns: z.boolean(),
  /** When its state was last written; null if unknown. */
  writtenAt: Instant.nullable(),
  /** When its backend was last read completely. */
  seenAt: Instant.nullable(),
  /** Why not since; null if it can be read. */
  problem: z.string().nullable(),
  /** What is wrong with the stack's own files: missing or damaged state. Null if the state is whole. */
  stateProblem: z.string().nullable(),
  holder: ForeignHolder.nullable(),
})
export type KeptElsewhere = z.infer<typeof KeptElsewhere>

/** Who sees the stacks of a backend: everyone, or administrators, and users to whom they give a role in it. */
export const SeenBy = z.enum(['everyone', 'administrators'])
export type SeenBy = z.infer<typeof SeenBy>

/** Facts found by probing a backend. */
export const BackendProbe = z.object({
  mayList: z.boolean(),
  mayRead: z.boolean(),
  stacks: Count,
  layout: LayoutWord,
  /** How far the store's clock is ahead of this server's, milliseconds. */
  clockOffsetMs: z.number(),
})
export type BackendProbe = z.infer<typeof BackendProbe>

/** A connected backend, for administrators. */
export const Backend = z.object({
  id: z.string(),
  /** The organization under which its stacks appear. */
  name: z.string(),
  kind: BackendKind,
  address: z.string(),
  /** Whether copies of the states that were seen are kept as versions. */
  keepsCopies: z.boolean(),
  seenBy: SeenBy,
  /** Set by the file of `HOLDFAST_BACKENDS`: it is changed there. */
  isFromSettings: z.boolean(),
  stacks: Count,
  layout: LayoutWord.nullable(),
  metaProblem: MetaProblem.nullable(),
  seenAt: Instant.nullable(),
  problem: z.string().nullable(),
  /** Requests of this process in the last hour, and in the last 24, by purpose. */
  requests: z.array(z.object({ purpose: z.string(), lastHour: Count, lastDay: Count })),
  /** For how long they have been counted, at most a day, seconds; null: another process looks at it, and counts them. */
  countedForS: Count.nullable(),
  connectedAt: Instant,
  connectedBy: z.string(),
})
export type Backend = z.infer<typeof Backend>

export const Backends = z.object({ now: Instant, backends: z.array(Backend) })

export const NewBackend = z.object({
  name: z.string().trim().max(100),
  /** Exactly as for `pulumi login`, without a password. */
  address: z.string().trim().max(2_000),
  keepsCopies: z.boolean().default(true),
  seenBy: SeenBy.default('administrators'),
})
/** What to look at: with a stack, named as in its backend (`project/stack`, or bare), its history too. */
export const BackendLook = z.object({ stack: z.string().max(201).nullish() })
export const BackendAddress = NewBackend.pick({ address: true })

/** What the upgrade of the layout would do with a stack of the old layout (docs/backends.md, Legacy layout). */
export const LegacyFate = z.enum(['moves', 'collides', 'noProject', 'locked', 'unreadable'])
export type LegacyFate = z.infer<typeof LegacyFate>

/** A backend in the old layout, or in both, for the person who has to upgrade it. */
export const BackendLayout = z.object({
  name: z.string(),
  address: z.string(),
  layout: LayoutWord.nullable(),
  metaProblem: MetaProblem.nullable(),
  stacks: z.array(
    z.object({
      stack: StackRef,
      /** Its name in the CLI now. */
      name: z.string(),
      /** The name that it would get; null if it would get none. */
      newName: z.string().nullable(),
      fate: LegacyFate,
      /** Why, in a sentence. */
      because: z.string(),
    }),
  ),
  /** Stacks that no CLI sees today, and those that none would see after an upgrade as the backend is. */
  invisibleNow: z.array(z.string()),
  invisibleAfter: z.array(z.string()),
  /** In order; each with its commands, if it has any. */
  steps: z.array(z.object({ text: z.string(), commands: z.array(z.string()) })),
})
export type BackendLayout = z.infer<typeof BackendLayout>

/**
 * Where a state of a stack may be: its file, the one before the last write, a numbered copy of a write, a backup, the
 * copy in the history, a version that the store itself kept, a copy that Holdfast kept.
 */
export const CopyPlace = z.enum(['checkpoint', 'bak', 'retained', 'backup', 'history', 'storeVersion', 'seen'])
export type CopyPlace = z.infer<typeof CopyPlace>

/** A copy of a stack's state in its backend, looked into: a file, or one that Holdfast kept (docs/state.md, Order of writes). */
export const StateCopy = z.object({
  place: CopyPlace,
  key: z.string(),
  /** The store's name of the version, or its number here; null for a file. */
  version: z.string().nullable(),
  writtenAt: Instant,
  /** As stored. */
  bytes: Count,
  /** The number of the version here that is the same state; null if there is none. */
  sameAs: Count.nullable(),
  /** Why it cannot be read; nothing more is known of it then. */
  problem: z.string().nullable(),
  entries: Count,
  pending: Count,
  /** Whether the CLI accepts it, and the number of rules that it breaks. */
  verdict: z.object({ isAccepted: z.boolean(), errors: Count }).nullable(),
  /** The run that wrote it although it was invalid, by the note of its engine. */
  brokenBy: z.object({ version: z.string(), command: z.string(), error: z.string() }).nullable(),
  /** Differences from the newest copy that can be read; null for that copy itself. */
  differs: z.object({ added: Count, removed: Count, changed: Count }).nullable(),
  /** The one to restore: the first in the order of trust that the CLI accepts. */
  isBest: z.boolean(),
  /** What makes it the state of the stack; empty for the state itself, and for a version, which is to be downloaded. */
  commands: z.array(z.string()),
})
export type StateCopy = z.infer<typeof StateCopy>
export const StateCopies = z.object({
  copies: z.array(StateCopy),
  /** Older copies, which are not read: how many of each kind, or how many at least. */
  notRead: z.array(z.object({ place: CopyPlace, count: Count, isAtLeast: z.boolean() })),
})

export type StateCopies = z.infer<typeof StateCopies>

/** Kinds of objects of a backend: `retained` are the copies of every write, which the CLI keeps if it is told to. */
export const SizeKind = z.enum(['states', 'history', 'backups', 'retained', 'other'])
export type SizeKind = z.infer<typeof SizeKind>

const Sum = { objects: Count, /** As stored. */ bytes: Count }

/** What takes how much room in a backend, listed now. */
export const BackendSize = z.object({
  name: z.string(),
  address: z.string(),
  at: Instant,
  /** False if there are more objects than are listed. */
  isWhole: z.boolean(),
  total: z.object(Sum),
  kinds: z.array(z.object({ kind: SizeKind, ...Sum })),
  /** Uploads that nobody completed, whose parts no listing shows; null if unknown, or if such a store has none. */
  unfinished: z.object({ count: Count, oldestAt: Instant.nullable() }).nullable(),
  /** The largest, with all that belongs to them; `stack` is null of one that is not mirrored. */
  stacks: z.array(z.object({ name: z.string(), stack: StackRef.nullable(), ...Sum })),
  stackCount: Count,
  /** What each month added to history, backups and retained copies, of what is still there; `2026-11`. */
  months: z.array(z.object({ month: z.string(), ...Sum })),
})
export type BackendSize = z.infer<typeof BackendSize>
