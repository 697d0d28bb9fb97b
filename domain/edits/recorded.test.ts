import { describe, expect, it } from 'vitest'
import { stateCommands } from '#testing/states/loadStateCommands.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { deleteResources } from './deleteResources.ts'
import type { StateEdit } from './edit.ts'
import { protect, taint, unprotect } from './flags.ts'
import { renameResource } from './renameResource.ts'

const { base, commands } = stateCommands()

function run([, verb = '', urn = '', ...rest]: string[]): StateEdit {
  switch (verb) {
    case 'delete':
      return deleteResources(base, [urn], {
        force: rest.includes('--force'),
        withDependents: rest.includes('--target-dependents'),
      })
    case 'rename':
      return renameResource(base, urn, rest[0] ?? '')
    case 'protect':
      return protect(base, [urn])
    case 'unprotect':
      return unprotect(base, [urn])
    case 'taint':
      return taint(base, [urn])
    default:
      throw new Error(`no such command: ${verb}`)
  }
}

/** Kinds of refusal by the CLI's words. */
const FAMILIES: [code: string, words: RegExp][] = [
  ['hasDependents', /can't be safely deleted because the following resources depend on it/],
  ['protected', /can't be safely deleted because it is protected/],
]

/**
 * The CLI drops empty lists from `propertyDependencies` of every entry when it renames one; our rename changes no other
 * entry.
 */
const meaning = ({ propertyDependencies, ...rest }: Resource): unknown => {
  const lists = Object.entries(propertyDependencies ?? {}).filter(([, urns]) => (urns ?? []).length > 0)
  return lists.length > 0 ? { ...rest, propertyDependencies: Object.fromEntries(lists) } : rest
}

const resourcesOf = (document: StateDocument) => document.deployment.resources ?? []

describe('the 98 recorded state commands', () => {
  it('are complete', () => {
    expect(commands).toHaveLength(98)
  })

  const titled = commands.map((each) => ({ ...each, title: each.command.join(' ') }))

  it.each(titled.filter(({ code }) => code !== 0))('$title: is refused for the same reason', ({ command, text }) => {
    const edit = run(command)
    const [problem, ...others] = edit.problems.filter(({ severity }) => severity === 'error')
    expect([problem?.code]).toEqual(FAMILIES.filter(([, words]) => words.test(text)).map(([code]) => code))
    expect(others).toEqual([])
    expect(edit.document).toBe(base)
    const named = text
      .match(/urn:[^\s)]*/g)
      ?.filter((urn) => text.includes(`(${urn})`) || problem?.code === 'protected')
    expect(problem?.urns).toEqual(named)
  })

  it.each(titled.filter(({ code }) => code === 0))(
    '$title: results in the same entries in the same order',
    (recorded) => {
      const edit = run(recorded.command)
      expect(edit.problems.filter(({ severity }) => severity === 'error')).toEqual([])
      const after = resourcesOf(edit.document)
      expect(after.map(({ urn }) => urn)).toEqual(recorded.order)
      const theirs = new Map(
        [...resourcesOf(base), ...recorded.changed, ...recorded.added].map((each) => [each.urn, each]),
      )
      for (const urn of recorded.removed) theirs.delete(urn)
      expect(after.map(meaning)).toEqual(after.map(({ urn }) => meaning(theirs.get(urn) ?? { urn: '', type: '' })))
      expect(edit.problems.some(({ code }) => code === 'protected')).toBe(
        recorded.text.includes('due to presence of --force'),
      )
    },
  )

  it('share all other entries by reference', () => {
    for (const { command, removed, changed, added } of commands) {
      const touched = new Set([...removed, ...added.map(({ urn }) => urn), ...changed.map(({ urn }) => urn)])
      const before = new Map(resourcesOf(base).map((each) => [each.urn, each]))
      const others = resourcesOf(run(command).document).filter(({ urn }) => !touched.has(urn))
      expect(others.every((resource) => resource === before.get(resource.urn))).toBe(true)
    }
  })
})
