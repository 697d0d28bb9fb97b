import { Health } from '#contract/stacks.ts'
import { type LeaseFacts, suspectFrom } from '#domain/lease/lease.ts'
import { openOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { harmOf, stackHealth } from '#domain/health/stackHealth.ts'
import type { StackListing, StackPageFilter, StackRow } from './port/stacks.ts'
import type { UpdateRow } from './port/updates.ts'

/**
 * What lists of stacks are filtered and sorted by. It follows from a stack's rows, as an index does: databases keep it
 * next to them, and derive it again whenever one of those rows changes.
 */
export type Listed = {
  stackId: string
  org: string
  project: string
  name: string
  fullName: string
  /** Name and tags in small letters, one a line. */
  searchText: string
  /** When anything last happened: to its latest update, or its creation. */
  activityAt: number
  /** 1 once a real update was started. */
  wasUpdated: number
  /** 1 while an update holds the lease. */
  isHeld: number
  lastStartedAt: number | null
  resourceCount: number
  /** The place of its health in the order of harm, as long as its lease is not suspect. */
  harm: number
  /** From when on its lease is suspect, if it is not renewed; null when no one holds one. */
  suspectFrom: number | null
}

/** How harmful a suspect lease is. */
export const SUSPECT_HARM = harmOf('suspect')

/** The newest moment at which anything happened to an update. */
export const activityOf = (update: UpdateRow): number => update.endedAt ?? update.startedAt ?? update.createdAt

/** The update that holds a stack's lease. */
export const holderOf = ({ holderId, latest }: Pick<StackListing, 'holderId' | 'latest'>): UpdateRow | undefined =>
  holderId !== null && latest?.id === holderId ? latest : undefined

/** `orphanedUpdate` is the newest of the stack, as far as it is asked for. */
export function listed(stack: StackListing, orphanedUpdate: UpdateRow | null): Listed {
  const { id, org, project, name, state, latest } = stack
  const holder = holderOf(stack)
  const { health } = stackHealth({
    state,
    latest,
    orphanedUpdate: stack.holderId === null ? openOrphanedUpdate(latest, orphanedUpdate) : undefined,
    holder,
    openAlarms: stack.openAlarms,
    judged: undefined, // time passes without any row being changed: see `suspectFrom`
  })
  return {
    stackId: id,
    org,
    project,
    name,
    fullName: `${org}/${project}/${name}`,
    searchText: searchText(stack),
    activityAt: latest === null ? stack.createdAt : activityOf(latest),
    wasUpdated: latest === null ? 0 : 1,
    isHeld: stack.holderId === null ? 0 : 1,
    lastStartedAt: latest?.startedAt ?? null,
    resourceCount: state?.resourceCount ?? 0,
    harm: harmOf(health),
    suspectFrom: holder === undefined ? null : suspicion(holder),
  }
}

const suspicion = (facts: LeaseFacts): number | null =>
  facts.status === 'running' && facts.lease !== null ? suspectFrom({ ...facts, lease: facts.lease }) : null

/** What a database keeps for a half character: every store compares by the same. */
const searchText = ({ org, project, name, tags }: StackRow): string => {
  const words = Object.entries(tags).map(([tag, value]) => `${tag}=${value}`)
  return [`${org}/${project}/${name}`, ...words].join('\n').toLowerCase().toWellFormed()
}

/** A search as stores take it: bit `n` of `harms` says that the word also occurs in the name of that health. */
export type SearchWord = { word: string; harms: number }

/** Words contained in a longer one add nothing, and are left out. */
export function searchWords(filter: Pick<StackPageFilter, 'words'>): SearchWord[] {
  const words = [...new Set((filter.words ?? []).map((word) => word.toLowerCase().toWellFormed()))]
  const saying = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return saying.map((word) => ({ word, harms: harmsOf((health) => health.toLowerCase().includes(word)) }))
}

/** The healths that a claim is true of, as bits. */
export const harmsOf = (claim: (health: Health) => boolean): number =>
  Health.options.reduce((bits, health) => (claim(health) ? bits | (1 << harmOf(health)) : bits), 0)
