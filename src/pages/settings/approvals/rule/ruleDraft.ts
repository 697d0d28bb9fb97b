import { ApprovalRule, type RunBy, type RunKind, type StepKind } from '#contract/approvals.ts'
import type { Role } from '#contract/session.ts'
import { localZone } from '#words/timeZone.ts'

/** A rule as entered: numbers as text, patterns on lines. */
export type RuleDraft = {
  name: string
  steps: readonly StepKind[]
  holdsData: boolean
  isProtected: boolean
  types: string
  urns: string
  runs: readonly RunKind[]
  orgs: string
  projects: string
  stacks: string
  tags: string
  by: readonly RunBy[]
  users: string
  roles: readonly Role[]
  tokens: string
  count: string
  of: 'steps' | 'percent'
  days: readonly number[]
  from: string
  to: string
  zone: string
  kind: 'refuse' | 'hold'
  persons: string
  role: 'operator' | 'admin'
  ownRuns: boolean
  minutes: string
  keptMinutes: string
  needsJournal: boolean
}

const EMPTY = ApprovalRule.parse({ id: 'draft', name: '-', what: { steps: ['delete'] }, action: { kind: 'hold' } })

const lines = (patterns: readonly string[]): string => patterns.join('\n')

/** The draft of a rule, or an empty one. `isAlone`: nobody else could allow the runs of the only user who may. */
export function draftOf(rule: ApprovalRule | undefined, isAlone: boolean): RuleDraft {
  const { name, where, who, what, moreThan, when, action, needsJournal } = rule ?? { ...EMPTY, name: '' }
  const hold = action.kind === 'hold' ? action : { persons: 1, role: 'operator' as const, minutes: 30, keptMinutes: 60 }
  return {
    name,
    steps: rule === undefined ? [] : what.steps,
    holdsData: what.holdsData,
    isProtected: what.isProtected,
    types: lines(what.types),
    urns: lines(what.urns),
    runs: what.runs,
    orgs: lines(where.orgs),
    projects: lines(where.projects),
    stacks: lines(where.stacks),
    tags: lines(Object.entries(where.tags).map(([tag, pattern]) => `${tag}=${pattern}`)),
    by: who.by,
    users: lines(who.users),
    roles: who.roles,
    tokens: lines(who.tokens),
    count: moreThan === null ? '' : String(moreThan.count),
    of: moreThan?.of ?? 'steps',
    days: when?.days ?? [],
    from: when?.from ?? '00:00',
    to: when?.to ?? '24:00',
    zone: when?.zone ?? localZone(),
    kind: action.kind,
    persons: String(hold.persons),
    role: hold.role,
    ownRuns: rule !== undefined && action.kind === 'hold' ? action.ownRuns : isAlone,
    minutes: String(hold.minutes),
    keptMinutes: String(hold.keptMinutes),
    needsJournal,
  }
}

const patterns = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Names have no commas, so a comma separates them as well. */
const names = (text: string): string[] => patterns(text.replaceAll(',', '\n'))

/** A line without `=` is no tag: it has no value, which is refused. */
const tagsOf = (text: string) =>
  Object.fromEntries(
    patterns(text).map((line) => {
      const [tag = '', ...value] = line.split('=')
      return [tag.trim(), value.join('=').trim()]
    }),
  )

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** Where an error of a draft is shown: the fields by their parts of the rule. */
const ERRORS = {
  name: 'Enter a name of up to 100 characters.',
  'what.steps': 'Choose at least one kind of step.',
  'what.types': 'At most 50 patterns of 1,000 characters.',
  'what.urns': 'At most 50 patterns of 1,000 characters.',
  'where.orgs': 'At most 50 patterns of 1,000 characters.',
  'where.projects': 'At most 50 patterns of 1,000 characters.',
  'where.stacks': 'At most 50 patterns of 1,000 characters.',
  'where.tags': 'Enter each tag as name=value, such as environment=prod*.',
  'who.users': 'At most 50 patterns of 1,000 characters.',
  'who.tokens': 'At most 50 patterns of 1,000 characters.',
  'moreThan.count': 'Enter a whole number from 0 to 1,000,000.',
  'when.days': 'Choose at least one day.',
  'when.from': 'Enter a time of day, such as 16:00.',
  'when.to': 'Enter a time of day, such as 24:00.',
  'when.zone': 'Enter a time zone, such as Europe/Berlin.',
  'action.persons': 'Enter a number from 1 to 10.',
  'action.minutes': 'Enter a number from 1 to 1,440, which is a day.',
  'action.keptMinutes': 'Enter a number from 1 to 10,080, which is a week.',
} as const

export type DraftField = keyof typeof ERRORS
export type DraftErrors = Partial<Record<DraftField, string>>

/** What each part of the form receives. */
export type FieldsProps = {
  draft: RuleDraft
  errors: DraftErrors
  onChange: (change: Partial<RuleDraft>) => void
}

/** What is empty at first: not an error before the user tries to save. */
const EMPTY_AT_FIRST: readonly DraftField[] = ['name', 'what.steps']

/** The errors that are shown before the user tries to save. */
export const earlyErrors = (errors: DraftErrors): DraftErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !EMPTY_AT_FIRST.some((one) => one === field)))

/** The rule that a draft describes, with this id, or what is wrong with it. */
export function ruleOf(draft: RuleDraft, { id, isOn }: Pick<ApprovalRule, 'id' | 'isOn'>): RuleOrErrors {
  const { kind, persons, role, ownRuns, minutes, keptMinutes } = draft
  const hold = {
    kind,
    persons: numberOf(persons),
    role,
    ownRuns,
    minutes: numberOf(minutes),
    keptMinutes: numberOf(keptMinutes),
  }
  const read = ApprovalRule.safeParse({
    id,
    name: draft.name,
    isOn,
    where: {
      orgs: names(draft.orgs),
      projects: names(draft.projects),
      stacks: names(draft.stacks),
      tags: tagsOf(draft.tags),
    },
    who: { users: names(draft.users), roles: draft.roles, tokens: patterns(draft.tokens), by: draft.by },
    what: {
      steps: draft.steps,
      runs: draft.runs,
      types: names(draft.types),
      urns: patterns(draft.urns),
      holdsData: draft.holdsData,
      isProtected: draft.isProtected,
    },
    moreThan: draft.count.trim() === '' ? null : { count: numberOf(draft.count), of: draft.of },
    when:
      draft.days.length === 0
        ? null
        : { days: draft.days, from: draft.from.trim(), to: draft.to.trim(), zone: draft.zone.trim() },
    action: kind === 'refuse' ? { kind } : hold,
    needsJournal: draft.needsJournal,
  })
  if (read.success) return { rule: read.data }
  const fields = read.error.issues.map(({ path }) => path.slice(0, 2).join('.') as DraftField)
  return { errors: Object.fromEntries(fields.map((field) => [field, ERRORS[field]])) }
}

type RuleOrErrors = { rule: ApprovalRule; errors?: never } | { rule?: never; errors: DraftErrors }

/** Whether one of the conditions is set that the form hides at first. */
export function hasMore({ types, urns, orgs, projects, users, tokens, count, ...draft }: RuleDraft): boolean {
  const { runs, by, roles, days, isProtected } = draft
  const lists = [types, urns, orgs, projects, users, tokens, count, runs, by, roles, days]
  return isProtected || lists.some(({ length }) => length > 0)
}

/** The id of a new rule, from its name; approvals refer to it. */
export function newRuleId(name: string, taken: readonly string[]): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['rule']
  const id = words.join('-').slice(0, 50).replace(/-$/, '')
  return [id, ...taken.map((_, at) => `${id}-${at + 2}`)].find((one) => !taken.includes(one)) ?? id
}
