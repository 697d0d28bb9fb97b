import { z } from 'zod'
import { isTimeZone } from '#words/timeZone.ts'
import { Actor, Count, Instant, StackRef } from './common.ts'
import { Role } from './session.ts'
import { UpdateBrief } from './updates.ts'

// Approvals: rules by which this server refuses or holds a step of an update before the provider is called
// (docs/approvals.md).

/** Most rules of a server, and most characters of a pattern. */
export const MAX_RULES = 500
export const MAX_PATTERN = 1_000

/**
 * What a step does with a resource. Both halves of a replacement, the new object and the removal of the old one, are
 * `replace`.
 */
export const StepKind = z.enum(['create', 'update', 'replace', 'delete', 'import', 'read'])
export type StepKind = z.infer<typeof StepKind>

/** Who runs the client of an update, as far as it says so: an agent, a CI job, else a person. */
export const RunBy = z.enum(['person', 'ci', 'agent'])
export type RunBy = z.infer<typeof RunBy>

/** Commands by which steps are run. `pulumi import` runs as an update. */
export const RunKind = z.enum(['update', 'refresh', 'destroy'])
export type RunKind = z.infer<typeof RunKind>

/** A text in which `*` matches any characters, also none, and everything else itself; upper and lower case differ. */
export const Pattern = z.string().min(1).max(MAX_PATTERN)
const Patterns = z.array(Pattern).max(50).default([])

const Where = z.object({
  orgs: Patterns,
  projects: Patterns,
  stacks: Patterns,
  /** Tags that the stack has, each with a value that matches. */
  tags: z.record(z.string().min(1).max(40), Pattern).default({}),
})

const Who = z.object({
  users: Patterns,
  /** The role of the user in the stack's organization. */
  roles: z.array(Role).max(3).default([]),
  /** Names of access tokens. */
  tokens: Patterns,
  by: z.array(RunBy).max(3).default([]),
})

const What = z.object({
  steps: z.array(StepKind).min(1, 'names no step').max(6),
  runs: z.array(RunKind).max(3).default([]),
  /** Types as in programs: `aws:rds/instance:Instance`. */
  types: Patterns,
  urns: Patterns,
  /** Only resources that hold data: databases, buckets, disks, keys, DNS zones and so on. */
  holdsData: z.boolean().default(false),
  isProtected: z.boolean().default(false),
})

/** Only from the step after so many of the run, or after so many percent of the stack's resources. */
const MoreThan = z.object({
  count: z.number().int().min(0).max(1_000_000),
  of: z.enum(['steps', 'percent']),
})

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const TimeOfDay = z.string().regex(clock, 'is not a time of day, as 16:00')

/** Only at these times. */
const When = z.object({
  /** 1 is Monday, 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay.default('00:00'),
  /** If it is not after `from`, the time of the next day. */
  to: TimeOfDay.default('24:00'),
  /** A zone of the tz database: `Europe/Berlin`. */
  zone: z.string().max(60).refine(isTimeZone, 'is not a time zone').default('UTC'),
})

const Refuse = z.object({ kind: z.literal('refuse') })
const Hold = z.object({
  kind: z.literal('hold'),
  /** So many different users have to allow the step. */
  persons: z.number().int().min(1).max(10).default(1),
  /** The least role of those who may allow it, in the stack's organization. */
  role: z.enum(['operator', 'admin']).default('operator'),
  /** Whether the user who runs the update may allow it, too. */
  ownRuns: z.boolean().default(false),
  /** How long the step waits at most. Then it is refused. */
  minutes: z.number().int().min(1).max(1_440).default(30),
  /** How long after it was allowed the same step needs no other approval. */
  keptMinutes: z.number().int().min(1).max(10_080).default(60),
})

/** Conditions, all of which have to be met, and what then happens. An empty list or null is no condition. */
export const ApprovalRule = z.object({
  /** Stable; approvals refer to it. */
  id: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'is 1 to 60 of a-z 0-9 -'),
  name: z.string().trim().min(1).max(100),
  isOn: z.boolean().default(true),
  where: Where.prefault({}),
  who: Who.prefault({}),
  what: What,
  moreThan: MoreThan.nullable().default(null),
  when: When.nullable().default(null),
  action: z.discriminatedUnion('kind', [Refuse, Hold]),
  /**
   * Whether it also refuses the start of an update by a client that keeps no journal. No rule can stop single steps of
   * such a client.
   */
  needsJournal: z.boolean().default(false),
})
export type ApprovalRule = z.infer<typeof ApprovalRule>

const Rules = z
  .array(ApprovalRule)
  .max(MAX_RULES)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'have the same id twice')

/** The rules of this server, in one version. Version 0 has none and was never saved. */
export const ApprovalRules = z.object({
  version: Count,
  rules: Rules,
  changedAt: Instant.nullable(),
  changedBy: z.string().nullable(),
})
export type ApprovalRules = z.infer<typeof ApprovalRules>

export const ApprovalRulesChange = z.object({
  /** The version that this is based on; without it, whatever is there is replaced. */
  basis: Count.optional(),
  rules: Rules,
})
export type ApprovalRulesChange = z.infer<typeof ApprovalRulesChange>

/** Versions in one answer: a page of 20, and the one before, as a version changed what differs from that. */
export const RULE_VERSIONS = 21

export const ApprovalRuleVersionsQuery = z.object({ before: z.coerce.number().int().min(1).max(1e9).optional() })
export const ApprovalRuleVersions = z.object({ versions: z.array(ApprovalRules) })

/** What a rule says about itself before it is saved: that it matches everything, or can match nothing. */
export const RuleNote = z.object({ rule: z.string(), note: z.string() })
export type RuleNote = z.infer<typeof RuleNote>

export const LookBackRequest = z.object({ rules: Rules })

/** A step of a former run that a rule would have held or refused. */
export const LookBackStep = z.object({
  stack: StackRef,
  updateId: z.string(),
  version: Count.nullable(),
  at: Instant,
  step: StepKind,
  urn: z.string(),
  type: z.string(),
})
export type LookBackStep = z.infer<typeof LookBackStep>

/** What rules would have done in the last 90 days, computed from the journals that are still here. */
export const LookBack = z.object({
  since: Instant,
  /** Runs with a journal that were looked at. */
  runs: Count,
  /** Runs since then that were not: without a journal, or more than are looked at. */
  skipped: Count,
  rules: z.array(
    z.object({
      rule: z.string(),
      runs: Count,
      steps: Count,
      /** The latest ones. */
      examples: z.array(LookBackStep),
    }),
  ),
  notes: z.array(RuleNote),
})
export type LookBack = z.infer<typeof LookBack>

/**
 * `waiting`: the step has not been decided. `timedOut`: nobody decided in time, so it was refused. `ended`: the run
 * ended before. `withdrawn`: no rule asks for it any more.
 */
export const ApprovalStatus = z.enum(['waiting', 'allowed', 'refused', 'timedOut', 'ended', 'withdrawn'])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

export const ApprovalDecision = z.object({
  by: Actor,
  at: Instant,
  allow: z.boolean(),
  reason: z.string(),
})
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

/** A step that a rule refused, or holds until it is decided. */
export const Approval = z.object({
  id: z.string(),
  stack: StackRef,
  updateId: z.string(),
  /** Of the run; null of the update that failed to start. */
  version: Count.nullable(),
  runKind: z.string(),
  startedBy: Actor,
  ci: UpdateBrief.shape.ci,
  agent: z.string().nullable(),
  message: z.string(),
  /** The commit that runs; its address if the forge is known. */
  commit: z.object({ head: z.string(), branch: z.string().nullable(), url: z.string().nullable() }).nullable(),
  /** `run`: the rule counts steps, so it is about the rest of the run, of which this is the first step. */
  of: z.enum(['step', 'run']),
  step: StepKind,
  urn: z.string(),
  name: z.string(),
  type: z.string(),
  /** Id and name of the rules, the one that decided first. */
  rules: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The rule in a sentence. */
  why: z.string(),
  /** Refused by the rule itself: nobody could have allowed it. */
  isRefusal: z.boolean(),
  status: ApprovalStatus,
  since: Instant,
  /** When it is refused, or was, if nobody decides. */
  until: Instant,
  decidedAt: Instant.nullable(),
  /** Until when the same step needs no other approval; null unless it was allowed. */
  keptUntil: Instant.nullable(),
  persons: Count,
  role: z.enum(['operator', 'admin']),
  decisions: z.array(ApprovalDecision),
  /** Why the caller cannot allow it; null if they can. */
  whyNotAllow: z.string().nullable(),
  /** Why the caller cannot refuse it; null if they can. Those who allowed it may still refuse it. */
  whyNotRefuse: z.string().nullable(),
})
export type Approval = z.infer<typeof Approval>

export const Approvals = z.object({ now: Instant, approvals: z.array(Approval) })
export type Approvals = z.infer<typeof Approvals>

/** The resource of a held step: secrets are masked. */
export const ApprovalDetail = z.object({
  id: z.string(),
  /** The properties that the resource has now; null if it is not in the state yet. */
  before: z.record(z.string(), z.unknown()).nullable(),
  /** The properties that it will have; null for a delete. */
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The provider's id. */
  resourceId: z.string().nullable(),
  created: Instant.nullable(),
  /** What kind of data it holds; null if it can be made again. */
  holds: z.string().nullable(),
  isProtected: z.boolean(),
  /** Resources that depend on it, directly or through others, the nearest hundred. */
  dependents: z.array(z.object({ urn: z.string(), holds: z.string().nullable() })),
  dependentCount: Count,
  /** Other stacks that read outputs of this one. */
  readers: z.array(StackRef),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

export const ApprovalDetails = z.object({ details: z.array(ApprovalDetail) })
export type ApprovalDetails = z.infer<typeof ApprovalDetails>

/** Refusing needs a reason: the client prints it. */
export const DecisionRequest = z
  .object({
    ids: z.array(z.string().min(1).max(60)).min(1).max(1_000),
    allow: z.boolean(),
    reason: z.string().trim().max(500).default(''),
  })
  .refine(({ allow, reason }) => allow || reason !== '', { path: ['reason'], message: 'is needed to refuse a step' })
export type DecisionRequest = z.input<typeof DecisionRequest>

/** A step of a preview that a rule would refuse or hold, or, of a rule that counts steps, the first one of many. */
export const Forecast = z.object({
  rule: z.object({ id: z.string(), name: z.string() }),
  action: z.enum(['refuse', 'hold']),
  /** How many steps it is about: more than one only if the rule asks once for the rest of the run. */
  steps: Count,
  step: StepKind,
  urn: z.string(),
  type: z.string(),
})
export type Forecast = z.infer<typeof Forecast>

/** Decided and undecided steps of one run; of a preview, what rules would do with its steps. */
export const RunApprovals = z.object({
  now: Instant,
  approvals: z.array(Approval),
  forecast: z.array(Forecast),
  /** Whether rules are in force that cannot reach this run, because its client keeps no journal. */
  outOfReach: z.boolean(),
})
export type RunApprovals = z.infer<typeof RunApprovals>
