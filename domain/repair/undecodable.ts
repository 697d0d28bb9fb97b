import { list, plural } from '#words/counts.ts'
import type { Resource } from '../state/checkpoint.ts'
import { isSealedOtherwise } from '../edits/sealed.ts'
import { type DecodingFault, isReadable } from '../state/decoding.ts'
import { DEPLOYMENT, type FieldType, OPERATION, RESOURCE } from '../state/fieldTypes.ts'
import { signatureOf } from '../state/secrets.ts'
import { fits, type Place, type TypeFault, typeFaults } from '../state/typing.ts'
import { urnName } from '../state/urn.ts'
import { type Context, inEarlier, liveFirst, type RepairOption, type RepairProblem } from './plan.ts'

/**
 * What no CLI can decode (GR-14; docs/state.md, Decoding): a problem for each entry, pending operation or other part of
 * the deployment with fields of a wrong type, one for unreadable values, and one for a pending operation whose entry
 * lacks what every entry has.
 */
export function undecodableProblems(context: Context, faults: readonly DecodingFault[]): RepairProblem[] {
  const holders = Map.groupBy(faults, ({ place }) => place.slice(0, isListed(place) ? 2 : 1).join('.'))
  return [...holders.values()].flatMap((found) => {
    const [first] = found
    return first ? problemsOf(holderOf(context, first.place), found) : []
  })
}

const isListed = ([key]: Place): boolean => key === 'resources' || key === 'pending_operations'

/** What has the fault. `index` counts entries or pending operations; `entry` is the entry of either. */
type Holder = {
  context: Context
  id: string
  /** In a sentence. */
  name: string
  place: Place
  value: unknown
  isOperation: boolean
  /** Index of an entry. */
  at?: number
  entry?: Resource
}

function holderOf(context: Context, place: Place): Holder {
  const { deployment } = context.document
  const [key = '', index] = place
  if (!isListed(place)) {
    const value = { [key]: deployment[key] }
    return { context, id: String(key), name: `The state’s ${key}`, place: [], value, isOperation: false }
  }
  const at = Number(index)
  const own = { context, place: [key, at] }
  const operation = key === 'resources' ? undefined : deployment.pending_operations?.[at]
  if (operation) {
    const { resource } = operation
    const name = `The pending operation on ${urnName(resource.urn) || 'an entry without a URN'}`
    return { ...own, id: `pending:${at}`, name, value: operation, isOperation: true, entry: resource }
  }
  const entry = context.resources[at] ?? { urn: '', type: '' }
  return {
    ...own,
    id: String(at),
    name: urnName(entry.urn) || `Entry ${at + 1}`,
    value: entry,
    isOperation: false,
    at,
    entry,
  }
}

function problemsOf(holder: Holder, faults: readonly DecodingFault[]): RepairProblem[] {
  const { place, value, isOperation, at } = holder
  const mistyped = typeFaults(value, place.length === 0 ? DEPLOYMENT : isOperation ? OPERATION : RESOURCE, place)
  const ofValues = valueProblem(holder)
  const left = faults.length - mistyped.length
  return [
    ...(mistyped.length > 0 ? [fieldsProblem(holder, mistyped)] : []),
    ...(ofValues ? [ofValues] : []),
    // An integrity rule reports the same about an entry.
    ...(isOperation && !ofValues && left > 0 ? [operationProblem(holder, faults.slice(-left))] : []),
  ].map((problem) => ({ ...problem, entries: at === undefined ? [] : [at] }))
}

const common = (): Pick<RepairProblem, 'kind' | 'recovery' | 'findings' | 'entries'> => ({
  kind: 'malformed',
  recovery: 'fix-entry',
  findings: [],
  entries: [],
})

type Change = { place: Place; value: unknown }

const act = (changes: Change[]) => ({ action: { do: 'place', changes } }) as const

/** Fields whose default lets the engine delete or create something. */
const GUARDS: Readonly<Record<string, string>> = {
  protect: 'It is no longer protected: an update or a destroy may delete it.',
  retainOnDelete: 'Its object is deleted when the resource is, instead of being kept.',
  external: 'It counts as managed by this stack: a destroy would delete it.',
  delete: 'The entry counts as live.',
  pendingReplacement: 'It counts as existing, though it may be deleted already.',
  taint: 'It is not replaced at the next update.',
  custom: 'It counts as a component.',
}

const NOT_NEEDED = 'The engine or the program sets it again, or nothing needs it.'
const WITHOUT_UUID =
  'A snippet must have a UUID, so it is taken out as a whole: its program can no longer be matched to resources.'

const isUuidOf = ({ place: [key, , field] }: TypeFault): boolean => key === 'snippets' && field === 'uuid'

const nameOf = ({ place }: Pick<TypeFault, 'place'>): string => String(place.at(-1))

/** Fields of the wrong type. */
function fieldsProblem(holder: Holder, faults: TypeFault[]): RepairProblem {
  const { context, id, name, place, entry, isOperation } = holder
  const paths = faults.map((fault) => fault.place.slice(place.length))
  const shown = shownPaths(paths)
  const meant = faults.map(({ value, type }) => meaningOf(value, type))
  const former =
    entry && !isOperation
      ? formerOf(context, entry, paths, (found) =>
          faults.every(({ type }, at) => fits(valueAt(found, paths[at] ?? []), type)),
        )
      : undefined
  const guards = faults.flatMap((fault) => (fault.type.is === 'bool' ? (GUARDS[nameOf(fault)] ?? []) : []))
  const isComponentThen = !isOperation && Boolean(entry?.id) && faults.some((fault) => nameOf(fault) === 'custom')
  const options = [
    former && formerOption(faults, paths, former),
    meant.every((each) => each !== undefined)
      ? readOption(faults, paths, meant)
      : guards.length > 0 && trueOption(faults, paths),
    // Without it, an entry with an ID would be a component with one, which no CLI can decode either.
    !isComponentThen && dropFieldsOption(faults, paths, guards),
  ].filter((option) => option !== undefined && option !== false)
  if (isOperation) options.push(dropOption(holder))
  const suggested = options.find(({ id: each, level }) => each !== 'dropOperation' && level < 3)?.id
  return {
    ...common(),
    id: `fields:${id}`,
    title: `${name} has ${plural(faults.length, 'a field', 'fields')} of the wrong type, and no CLI can read the state: ${shown}.`,
    options,
    ...(suggested !== undefined && { suggested }),
  }
}

type Path = TypeFault['place']
type Former = NonNullable<ReturnType<typeof formerOf>>

const shownPaths = (paths: readonly Path[]): string => list(paths.map((path) => path.join('.')))

function formerOption(faults: TypeFault[], paths: Path[], { index: { version }, found }: Former): RepairOption {
  const changes = faults.map((fault, at) => ({ place: fault.place, value: valueAt(found, paths[at] ?? []) }))
  return {
    id: `fields:${version}`,
    title: `Take ${shownPaths(paths)} from version ${version}`,
    risk: 'Nothing is lost, unless it was changed since then.',
    level: 2,
    ...act(changes),
  }
}

const readOption = (faults: TypeFault[], paths: Path[], meant: { value: unknown }[]): RepairOption => ({
  id: 'readFields',
  title: `Read ${list(meant.map(({ value }, at) => `${paths[at]?.join('.')} as ${JSON.stringify(value)}`))}`,
  risk: 'It is what the text says; check that it is what was meant.',
  level: 2,
  ...act(faults.map((fault, at) => ({ place: fault.place, value: meant[at]?.value }))),
})

const trueOption = (faults: TypeFault[], paths: Path[]): RepairOption => ({
  id: 'setFields',
  title: `Set ${shownPaths(paths.filter((_, at) => faults[at]?.type.is === 'bool'))} to true`,
  risk: 'The engine acts on it: check that it is what was meant.',
  level: 3,
  ...act(faults.map((fault) => ({ place: fault.place, value: fault.type.is === 'bool' ? true : undefined }))),
})

const dropFieldsOption = (faults: TypeFault[], paths: Path[], guards: readonly string[]): RepairOption => ({
  id: 'dropFields',
  title: `Take ${shownPaths(paths)} out`,
  risk: guards.length > 0 ? guards.join(' ') : faults.some(isUuidOf) ? WITHOUT_UUID : NOT_NEEDED,
  level: guards.length > 0 ? 3 : 2,
  ...act(faults.map((fault) => ({ place: isUuidOf(fault) ? fault.place.slice(0, 2) : fault.place, value: undefined }))),
})

/** What a value of the wrong type plainly means; undefined if that is not plain. */
function meaningOf(value: unknown, type: FieldType): { value: unknown } | undefined {
  const found = readAs(value, type)
  return found !== undefined && fits(found, type) ? { value: found } : undefined
}

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }
const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

function readAs(value: unknown, type: FieldType): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined
  if (type.is === 'bool') return TRUTHS[String(text ?? value).toLowerCase()]
  if (type.is === 'number') {
    const parts = /^(\d+(?:\.\d+)?)\s*([smh]?)$/.exec(text ?? '')
    return parts ? Number(parts[1]) * (UNITS[parts[2] ?? ''] ?? 1) : undefined
  }
  if (type.is === 'text') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  return type.is === 'list' && text !== undefined ? [text] : undefined
}

/** Values that no CLI can decode: a secret without content, an unknown marker, a reference without a URN. */
function valueProblem(holder: Holder): RepairProblem | undefined {
  const { context, id, name, place, entry, isOperation } = holder
  const paths = entry ? faultyPaths(entry) : []
  if (!entry || paths.length === 0) return undefined
  const former = isOperation
    ? undefined
    : formerOf(context, entry, paths, (found) =>
        paths.every((path) => valueAt(found, path) !== undefined && isReadable(valueAt(found, path))),
      )
  const shown = paths.map((path) => path.join('.')).join(', ')
  const inside = isOperation ? [...place, 'resource'] : place
  const changed = (valueOf: (path: Place) => unknown) =>
    act(paths.map((path) => ({ place: [...inside, ...path], value: valueOf(path) })))
  const options: RepairOption[] = [
    ...(former
      ? [
          {
            id: `values:${former.index.version}`,
            title: `Take ${shown} from version ${former.index.version}`,
            risk: 'If the value has changed since then, the next refresh or update sees the old one.',
            level: 2,
            ...changed((path) => valueAt(former.found, path)),
          } satisfies RepairOption,
        ]
      : []),
    {
      id: 'dropValues',
      title: `Take ${shown} out`,
      risk: isOperation
        ? 'The operation stays, but what it was meant to set there is no longer known.'
        : 'An input comes back with the next update, which may see a change; an output with the next refresh.',
      level: 2,
      // A list keeps its length, so that the other indexes stay valid.
      ...changed((path) => (typeof path.at(-1) === 'number' ? null : undefined)),
      stopAndAsk: 'An unknown mark may have been written by a newer CLI: then upgrade the CLI instead.',
    },
    ...(isOperation ? [dropOption(holder)] : []),
  ]
  return {
    ...common(),
    id: `values:${id}`,
    title: `${name} holds values that no CLI can read: ${shown}.`,
    options,
    ...(former && { suggested: `values:${former.index.version}` }),
  }
}

/** A pending operation whose entry has no URN, no type, or an ID although it is a component. */
const operationProblem = (holder: Holder, faults: readonly DecodingFault[]): RepairProblem => ({
  ...common(),
  id: `operation:${holder.id}`,
  title: `${holder.name} cannot be read: ${faults.map(({ message }) => message).join('; ')}.`,
  options: [dropOption(holder)],
})

const dropOption = ({ place }: Holder): RepairOption => ({
  id: 'dropOperation',
  title: 'Take the pending operation out',
  risk: 'Only it says that something was started: look in the cloud for what it may have made or changed before.',
  level: 3,
  ...act([{ place, value: undefined }]),
})

/** The entry in the newest earlier version from which the values at these places can be taken. */
const formerOf = (
  context: Context,
  { urn, id = '' }: Resource,
  paths: readonly Path[],
  isGood: (found: Resource) => boolean,
) =>
  inEarlier(context, (index) => {
    const same = liveFirst(index, urn).map((each) => index.resources[each])
    const found = same.find((each) => each && (each.id ?? '') === id)
    if (!found || !isGood(found)) return undefined
    const values = paths.map((path) => valueAt(found, path))
    return isSealedOtherwise(values, index.deployment, context.document.deployment) ? undefined : found
  })

/** The outermost values of an entry that cannot be decoded. */
function faultyPaths(entry: Resource): (string | number)[][] {
  const paths: (string | number)[][] = []
  const visit = (value: unknown, path: (string | number)[]) => {
    if (typeof value !== 'object' || value === null || signatureOf(value) !== undefined) {
      if (!isReadable(value)) paths.push(path)
      return
    }
    for (const [key, part] of Object.entries(value)) visit(part, [...path, Array.isArray(value) ? Number(key) : key])
  }
  for (const key of ['inputs', 'outputs', 'replacementTrigger']) visit(entry[key], [key])
  return paths
}

const valueAt = (entry: unknown, path: Place): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    entry,
  )
