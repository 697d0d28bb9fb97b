import { Health } from '#contract/stacks.ts'
import { isHeldThere } from '#domain/backends/isHeldThere.ts'
import { lastingHealth } from '#domain/health/lastingHealth.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import { referredStack } from '#domain/state/stackReferences.ts'
import { usedWords } from '#domain/search/needles.ts'
import type { StackListing, StackName, StackPageFilter, StackRow } from './port/stacks.ts'
import type { UpdateRow } from './port/updates.ts'

/**
 * The columns by which lists of stacks are filtered and sorted. Derived from a stack's rows, like an index: databases
 * store them, and derive them again whenever one of those rows changes.
 */
export type Listed = {
  stackId: string
  org: string
  project: string
  name: string
  fullName: string
  /** Name and tags in lower case, one per line. */
  searchText: string
  /** Time of the last change: of its latest update, or its creation. */
  activityAt: number
  /** 1 once an update other than a preview was started. */
  wasUpdated: number
  /** 1 while an update holds the lease, or a lock in a connected backend the stack. */
  isHeld: number
  lastStartedAt: number | null
  resourceCount: number
  /** The rank of its health by severity, as long as its holder's renewal is not overdue. */
  harm: number
  /** Time from which its holder counts as not responding, unless it renews; null if no one holds it. */
  notRespondingFrom: number | null
  /** The stacks that its state reads and that do not exist, as JSON. */
  brokenReferences: string
}

/** The other stacks whose outputs the current state of a stack reads, each once. */
export function readStacks({ state, ...stack }: StackListing): StackName[] {
  const found = new Map<string, StackName>()
  for (const reference of state?.stackReferences ?? []) {
    const ref = referredStack(reference.toWellFormed(), stack)
    if (ref === undefined) continue
    const { org, project, stack: name } = ref
    if (org !== stack.org || project !== stack.project || name !== stack.name)
      found.set(fullNameOf({ org, project, name }), { org, project, name })
  }
  return [...found.values()]
}

export const fullNameOf = ({ org, project, name }: StackName): string => `${org}/${project}/${name}`

/** The time of the latest change of an update. */
export const activityOf = (update: UpdateRow): number => update.endedAt ?? update.startedAt ?? update.createdAt

/** `orphanedUpdate` and `brokenReferences`: as in `ListedStack`. */
export function listed(
  stack: StackListing,
  orphanedUpdate: UpdateRow | null,
  brokenReferences: readonly string[],
): Listed {
  const { id, org, project, name, state, latest } = stack
  return {
    stackId: id,
    org,
    project,
    name,
    fullName: fullNameOf(stack),
    searchText: searchText(stack),
    activityAt: Math.max(latest === null ? stack.createdAt : activityOf(latest), stack.elsewhere?.writtenAt ?? 0),
    wasUpdated: latest === null ? 0 : 1,
    isHeld: stack.holderId !== null || isHeldThere(stack.elsewhere) ? 1 : 0,
    lastStartedAt: latest?.startedAt ?? null,
    resourceCount: state?.resourceCount ?? 0,
    ...lastingHealth({ ...stack, orphanedUpdate, brokenReferences }),
    brokenReferences: JSON.stringify(brokenReferences),
  }
}

/** Replaces lone surrogates as a database does: every store compares the same text. */
const searchText = ({ org, project, name, tags }: StackRow): string => {
  const words = Object.entries(tags).map(([tag, value]) => `${tag}=${value}`)
  return [`${org}/${project}/${name}`, ...words].join('\n').toLowerCase().toWellFormed()
}

/** A search word as stores take it: bit `n` of `harms` says that the word also occurs in the name of that health. */
export type SearchWord = { word: string; harms: number }

/** Returns the used words of a filter; a word contained in a longer one is left out, because it adds nothing. */
export function searchWords(filter: Pick<StackPageFilter, 'words'>): SearchWord[] {
  const words = usedWords((filter.words ?? []).map((word) => word.toLowerCase().toWellFormed()))
  const saying = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return saying.map((word) => ({ word, harms: harmsOf((health) => health.toLowerCase().includes(word)) }))
}

/** The health values that satisfy a predicate, as bits. */
export const harmsOf = (claim: (health: Health) => boolean): number =>
  Health.options.reduce((bits, health) => (claim(health) ? bits | (1 << harmOf(health)) : bits), 0)
