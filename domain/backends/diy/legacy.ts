import type { LegacyFate } from '#contract/backends.ts'
import { list } from '#words/counts.ts'
import { UPGRADE_ASKING, UPGRADE_BACKEND } from '../../commands.ts'
import type { Deployment } from '../../state/checkpoint.ts'
import { parseUrn } from '../../state/urn.ts'
import { backendLines, copyStore, type FilePlace, keepAside } from './commands.ts'
import { stateKey } from './layout.ts'

/** The project to which the CLI assigns a legacy stack: that in the URN of its first resource; undefined if it has none. */
export function projectOf({ resources }: Deployment): string | undefined {
  const [first] = resources ?? []
  return (first && parseUrn(first.urn)?.project) || undefined
}

/** What is known of a stack for the upgrade of its store. */
export type StackOfStore = {
  /** As in `ListedStack`. */
  name: string
  /** By `projectOf`; of a legacy stack only. */
  project: string | undefined
  isLocked: boolean
  /** Its state cannot be read, or is missing. */
  isUnreadable: boolean
  /** Of its state file. */
  key: string | undefined
}

/** What the upgrade of the layout does with a legacy stack. */
export type LegacyStack = {
  name: string
  /** The name that it gets, `project/stack`; undefined if it gets none. */
  newName: string | undefined
  /** `moves`; otherwise the CLI skips it, and no CLI sees it any more once the store has the new layout. */
  fate: LegacyFate
  /** Why, in a sentence. */
  because: string
}

/** A legacy or mixed store, for a person who has to upgrade it. */
export type LayoutPlan = {
  stacks: LegacyStack[]
  /** Stacks of the legacy layout that no CLI sees today, because `meta.yaml` says the new one. */
  invisibleNow: string[]
  /** Stacks that no CLI would see after an upgrade as the store is. */
  invisibleAfter: string[]
  /** In order; each with its commands, if it has any. */
  steps: { text: string; commands: string[] }[]
}

type StoreFacts = {
  stacks: readonly StackOfStore[]
  /** `fine`: it says the layout with projects; without the file a store with stacks is legacy. */
  meta: 'fine' | 'missing'
  place: FilePlace | undefined
  /** For the CLI; absent if the user is logged in to it, empty for opened files. */
  address?: string | undefined
}

/** What an upgrade of the layout would do with a store; undefined if it has no legacy stacks (docs/backends.md, Legacy layout). */
export function layoutPlan(facts: StoreFacts): LayoutPlan | undefined {
  const present = new Set(facts.stacks.map(({ name }) => name))
  const stacks = facts.stacks.filter(({ name }) => !name.includes('/')).map((stack) => legacyStack(stack, present))
  if (stacks.length === 0) return undefined
  const skipped = stacks.filter(({ fate }) => fate !== 'moves')
  return {
    stacks,
    invisibleNow: facts.meta === 'fine' ? stacks.map(({ name }) => name) : [],
    invisibleAfter: skipped.map(({ name }) => name),
    steps: stepsOf(stacks, facts),
  }
}

function legacyStack(
  { name, project, isLocked, isUnreadable }: StackOfStore,
  present: ReadonlySet<string>,
): LegacyStack {
  if (isUnreadable) {
    return skippedStack(name, 'unreadable', 'Its state cannot be read, so the CLI skips it: restore the state first.')
  }
  if (project === undefined) {
    return skippedStack(
      name,
      'noProject',
      'It has no resource that names a project: in a terminal the upgrade asks for one, otherwise it skips the stack.',
    )
  }
  const newName = `${project}/${name}`
  const because = `The name of its first resource has the project ${project}`
  if (present.has(newName)) {
    return { name, newName, fate: 'collides', because: `${because}, and ${newName} exists already: the CLI skips it.` }
  }
  if (isLocked)
    return { name, newName, fate: 'locked', because: `${because}. It is locked: the CLI skips it with a warning.` }
  return { name, newName, fate: 'moves', because: `${because}.` }
}

const skippedStack = (name: string, fate: LegacyFate, because: string): LegacyStack => ({
  name,
  newName: undefined,
  fate,
  because,
})

function stepsOf(stacks: readonly LegacyStack[], { stacks: all, place, address }: StoreFacts): LayoutPlan['steps'] {
  const of = (fate: LegacyFate) => stacks.filter((stack) => stack.fate === fate).map(({ name }) => name)
  const [locked, unreadable, unnamed] = [of('locked'), of('unreadable'), of('noProject')]
  const colliding = stacks.filter(({ fate }) => fate === 'collides')
  const keys = new Map(all.map(({ name, key }) => [name, key]))
  const step = (text: string, ...commands: string[]) => ({ text, commands })
  return [
    step('Stop every run and every CI job that uses this backend: no one may work on it meanwhile.'),
    ...(locked.length > 0 ? [step(`Wait for the end of the runs of ${list(locked)}, or remove their locks.`)] : []),
    step('Take a copy of the whole backend.', ...(place ? [copyStore(place)] : [])),
    ...(unreadable.length > 0 ? [step(`Restore the state of ${list(unreadable)} from one of its copies.`)] : []),
    ...backendLines(address).map((command) =>
      step('Use it in this terminal only: your pulumi login stays as it is.', command),
    ),
    ...colliding.map(({ name, newName = '' }) =>
      step(
        `Compare ${name} with ${newName}, which exists already, and keep one of them: put the file of the other where no CLI looks.`,
        ...[newName, name].flatMap((kept, index) => {
          const other = index === 0 ? name : newName
          return place ? [`# To keep ${kept}:`, ...keepAside(place, keys.get(other) ?? stateKey(other), '.kept')] : []
        }),
      ),
    ),
    step(upgradeText(unnamed), unnamed.length > 0 ? UPGRADE_ASKING : UPGRADE_BACKEND),
    step('Check that every stack is listed.', 'pulumi stack ls --all'),
    step('Use the new names in scripts and CI jobs. Backups stay in the folder of the old name.'),
  ]
}

const upgradeText = (unnamed: readonly string[]): string =>
  [
    'Run the upgrade. CLIs from 3.257 need the variable.',
    ...(unnamed.length > 0
      ? [`Run it in a terminal, without --yes: it asks for the project of ${list(unnamed)}.`]
      : []),
  ].join(' ')
