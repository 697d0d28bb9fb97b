import type { EditProblem } from '#contract/edits.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { isObject } from '../json/jsonObject.ts'
import { sameJson } from '../json/sameJson.ts'
import { pluginOf, withPluginVersion } from '../state/providerPlugin.ts'
import { signatureOf } from '../state/secrets.ts'
import { isProviderType } from '../state/urn.ts'
import { type DraftEntry, editValid, error, type StateEdit, warning } from './edit.ts'
import { findEntry, type Target } from './targets.ts'

/** The path of a property: `inputs` or `outputs`, then keys and list indexes. */
export type PropertyPath = readonly ['inputs' | 'outputs', ...(string | number)[]]

/**
 * Sets one property of an entry, or removes it if undefined (GR-24). Refused inside or in place of a secret: an
 * encrypted value must not become readable, and a ciphertext cannot be edited.
 */
export function setProperty(base: StateDocument, target: Target, path: PropertyPath, value: unknown): StateEdit {
  return editValid(base, (document, draft) => {
    const found = findEntry(document.deployment.resources ?? [], target)
    if ('problem' in found) return { draft, problems: [found.problem] }
    const [entry] = draft.slice(found.at, found.at + 1)
    const [side, ...keys] = path
    if (!entry || keys.length === 0)
      return { draft, problems: [error('noPath', 'Name a property below inputs or outputs.')] }
    const changed = placed(entry.resource[side] ?? {}, keys, value, side)
    if ('problem' in changed) return { draft, problems: [changed.problem] }
    const resource: Resource = { ...entry.resource, [side]: changed.value }
    const [fault] = decodingFaults({ resources: [resource] })
    const problems = fault ? [error('unreadable', `The CLI could not read the entry any more: ${fault.message}.`)] : []
    return changed.value === entry.resource[side]
      ? { draft, problems }
      : { draft: draft.map((each): DraftEntry => (each.at === found.at ? { at: found.at, resource } : each)), problems }
  })
}

type Placed = { value: unknown } | { problem: EditProblem }

function placed(container: unknown, keys: (string | number)[], value: unknown, where: string): Placed {
  if (signatureOf(container) !== undefined) {
    return {
      problem: error(
        'marked',
        `${where} is a secret, an asset or another marked value, which is not plain JSON: it cannot be edited.`,
      ),
    }
  }
  const [key, ...rest] = keys
  if (key === undefined) return { value: sameJson(container, value) ? container : value }
  const isList = Array.isArray(container)
  if (!isList && !isObject(container)) return { problem: error('noPath', `${where} is no object or list.`) }
  if (isList && (typeof key !== 'number' || !Number.isInteger(key) || key < 0 || key > container.length)) {
    return { problem: error('noPath', `${where} is a list: ${key} is not an index of it.`) }
  }
  const name = String(key)
  const has = Object.hasOwn(container, name)
  const here = `${where}.${name}`
  if (!has && rest.length > 0) return { problem: error('noPath', `There is no ${here}.`) }
  const old = has ? (container as Record<string, unknown>)[name] : undefined
  const inner = has ? placed(old, rest, value, here) : { value }
  if ('problem' in inner || inner.value === old) return 'problem' in inner ? inner : { value: container }
  if (isList) {
    return {
      value:
        inner.value === undefined
          ? container.toSpliced(Number(key), 1)
          : container.toSpliced(Number(key), 1, inner.value),
    }
  }
  const entries = Object.entries(container).flatMap(([each, part]) =>
    each !== name ? [[each, part] as const] : inner.value === undefined ? [] : [[each, inner.value] as const],
  )
  // Only this keeps a key such as `__proto__`.
  return { value: Object.fromEntries(has ? entries : [...entries, [name, inner.value] as const]) }
}

/**
 * Sets the plugin version of a provider entry, in inputs and outputs, without changing its URN or ID (GR-19). A last
 * resort after a downgrade: an older major version may misread what a newer one wrote.
 */
export function setProviderVersion(base: StateDocument, target: Target, version: string): StateEdit {
  return editValid(base, (document, draft) => {
    const found = findEntry(document.deployment.resources ?? [], target)
    if ('problem' in found) return { draft, problems: [found.problem] }
    const entry = draft[found.at]
    if (!entry || !isProviderType(entry.resource.type)) {
      return { draft, problems: [error('noProvider', 'Only a provider has a plugin version.')] }
    }
    if (!/^\d+\.\d+\.\d+([-+].+)?$/.test(version)) {
      return { draft, problems: [error('notVersion', `"${version}" is not a version such as 6.72.0.`)] }
    }
    const was = pluginOf(entry.resource).version ?? entry.resource.outputs?.['version']
    if (was === version) return { draft, problems: [] }
    if (typeof was !== 'string') {
      return {
        draft,
        problems: [error('noVersion', 'This provider has no version to change.')],
      }
    }
    const resource: Resource = { ...entry.resource, ...withPluginVersion(entry.resource, version) }
    const problems = [
      warning('preview', 'Preview before anything else: the plugin may read differently what the other version wrote.'),
    ]
    if (Number.parseInt(version) < Number.parseInt(was)) {
      problems.push(
        warning(
          'lowerMajor',
          `Stop and ask: ${version} is a lower major version than ${was}, which wrote the outputs.`,
        ),
      )
    }
    return {
      draft: draft.map((each): DraftEntry => (each.at === found.at ? { at: found.at, resource } : each)),
      problems,
    }
  })
}
