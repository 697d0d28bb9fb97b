import type { PendingOperation, Resource, SecretsProvider, StateDocument } from '#domain/state/checkpoint.ts'
import type { JournalEntry } from '#domain/journal/journal.ts'

/** One step as journal entries, and the state that a client without a journal would save after it. */
export type Recorded = { entry: JournalEntry; after: StateDocument }

/** A resource in the list: an index in the base, or the operation that created it in this run. */
export type Node = { state: Resource; base?: number; operation?: number }
/** The end of a started step. */
export type Finish = (how?: { fails: boolean }) => void

export type Engine = ReturnType<typeof createEngine>

/**
 * The engine's bookkeeping, written independently for comparison: it changes a list of resources in place, and knows
 * nothing of journal replay. Each step is recorded in both forms (docs/protocol.md, Checkpoints and Journal).
 */
export function createEngine(base: StateDocument) {
  const { resources = [], pending_operations, secrets_providers, manifest: _manifest, ...rest } = base.deployment
  let old: Node[] = (resources ?? []).map((state, index) => ({ state, base: index }))
  let fresh: Node[] = []
  let provider = secrets_providers
  let left: PendingOperation[] = creating(pending_operations ?? [])
  const open = new Map<number, PendingOperation>()
  let hasRefreshed = false
  let sequence = 0
  let operations = 0
  const log: Recorded[] = []

  const state = (): StateDocument => {
    const list = [...fresh, ...old].map((node) => node.state)
    const pending = [...open.values(), ...left]
    return {
      version: 3,
      deployment: {
        manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
        ...(provider ? { secrets_providers: provider } : {}),
        ...(list.length > 0 ? { resources: withoutAliases(hasRefreshed ? pruned(list) : list) } : {}),
        ...(pending.length > 0 ? { pending_operations: pending } : {}),
        ...rest,
      },
    }
  }
  function record(kind: number, operationID: number, what: Partial<JournalEntry>): void {
    sequence += 1
    const entry = { version: 1, kind, sequenceID: sequence, operationID, removeOld: null, removeNew: null, ...what }
    log.push(structuredClone({ entry, after: state() }))
  }
  const drop = (node: Node) => {
    fresh = fresh.filter((other) => other !== node)
    old = old.filter((other) => other !== node)
  }
  const named = (key: 'remove' | 'delete' | 'pendingReplacement', { base: index, operation }: Node) =>
    index === undefined ? { [`${key}New`]: operation } : { [`${key}Old`]: index }

  /** A step from start to end; `done` changes the list and returns its journal entry. */
  function step(operation: PendingOperation | undefined, done: (id: number) => Partial<JournalEntry>): Finish {
    operations += 1
    const id = operations
    if (operation !== undefined) open.set(id, operation)
    record(0, id, operation === undefined ? {} : { operation })
    return ({ fails } = { fails: false }) => {
      open.delete(id)
      if (fails) record(2, id, {})
      else record(1, id, done(id))
    }
  }
  /** Adds a new entry to the list and removes the one that it replaces. */
  const put = (id: number, made: Resource, instead?: Node): Partial<JournalEntry> => {
    if (instead !== undefined) drop(instead)
    fresh.push({ state: made, operation: id })
    return { state: made, ...(instead === undefined ? {} : named('remove', instead)) }
  }

  return {
    log,
    state,
    nodes: () => [...fresh, ...old],
    fresh: () => fresh,
    base: () => old,

    secretsManager(next: SecretsProvider) {
      provider = next
      record(6, 0, { secretsProvider: next })
    },
    /** A provider's migration: replaces the base. */
    write(change: (resource: Resource) => Resource) {
      old = old.map(({ state: before }, index) => ({ state: change(before), base: index }))
      const { deployment } = state()
      record(5, 0, { newSnapshot: deployment })
    },
    same: (node: Node, now: Resource = node.state) => step(undefined, (id) => put(id, now, node)),
    create: (type: 'creating' | 'importing' | 'reading', made: Resource) =>
      step({ resource: intended(made), type }, (id) => put(id, made)),
    update: (node: Node, now: Resource) =>
      step({ resource: intended(now), type: 'updating' }, (id) => put(id, now, node)),
    /** Create before delete: the old entry stays, marked, until `remove`. */
    replace: (node: Node, made: Resource) =>
      step({ resource: intended(made), type: 'creating' }, (id) => {
        node.state = { ...node.state, delete: true }
        return { ...put(id, made), ...named('delete', node) }
      }),
    remove: (node: Node) =>
      step({ resource: node.state, type: 'deleting' }, () => {
        drop(node)
        return named('remove', node)
      }),
    /**
     * Delete before replace: the deleted entry stays in the list as pending replacement until its successor is created.
     */
    removeToReplace: (node: Node) =>
      step({ resource: node.state, type: 'deleting' }, () => {
        node.state = { ...node.state, pendingReplacement: true }
        return named('pendingReplacement', node)
      }),
    createAfterRemoval: (node: Node, made: Resource) =>
      step({ resource: intended(made), type: 'creating' }, (id) => put(id, made, node)),
    outputs(node: Node, now: Resource) {
      node.state = now
      operations += 1
      record(4, operations, { state: now, ...named('remove', node) })
    },
    /** Reads from the provider; without a state the resource is gone. */
    refresh(node: Node): (found: Resource | undefined) => void {
      operations += 1
      const id = operations
      record(0, id, {})
      return (found) => {
        hasRefreshed = true
        if (found === undefined) drop(node)
        else node.state = found
        record(3, id, { isRefresh: true, ...(found ? { state: found } : {}), ...named('remove', node) })
      }
    },
    /** The end of a refresh: what was found is the base of everything after it. */
    rebuild() {
      const now = state().deployment
      old = (now.resources ?? []).map((resource, index) => ({ state: resource, base: index }))
      fresh = []
      left = creating(now.pending_operations ?? [])
      open.clear()
      record(7, 0, {})
    },
  }
}

const creating = (operations: PendingOperation[]) => operations.filter(({ type }) => type === 'creating')

/** The inputs of a provider call: no id and no outputs yet. */
function intended({ id: _id, outputs: _outputs, ...resource }: Resource): Resource {
  return resource as Resource
}

/** References to removed entries are dropped after a refresh. */
function pruned(list: Resource[]): Resource[] {
  const seen = new Set<string>()
  const all = new Set(list.map(({ urn }) => urn))
  return list.map((resource) => {
    const { dependencies, propertyDependencies, deletedWith, parent, ...now } = resource
    const urns = (dependencies ?? []).filter((urn) => seen.has(urn))
    const properties = Object.entries(propertyDependencies ?? {}).flatMap(([key, value]) => {
      const kept = (value ?? []).filter((urn) => seen.has(urn))
      return kept.length > 0 ? [[key, kept] as const] : []
    })
    const keepsDeletedWith = deletedWith !== undefined && seen.has(deletedWith)
    seen.add(resource.urn)
    return {
      ...now,
      ...(parent !== undefined && all.has(parent) ? { parent } : {}),
      ...(urns.length > 0 ? { dependencies: urns } : {}),
      ...(properties.length > 0 ? { propertyDependencies: Object.fromEntries(properties) } : {}),
      ...(keepsDeletedWith ? { deletedWith } : {}),
    } as Resource
  })
}

/** Replaces old names by new ones everywhere. Names of parents do not change in these programs. */
function withoutAliases(list: Resource[]): Resource[] {
  const names = new Map(list.flatMap(({ aliases, urn }) => (aliases ?? []).map((alias) => [alias, urn] as const)))
  const now = (urn: string) => names.get(urn) ?? urn
  return list.map(({ aliases: _aliases, ...resource }) => ({
    ...(resource as Resource),
    urn: now(resource.urn),
    ...(resource.dependencies ? { dependencies: resource.dependencies.map(now) } : {}),
    ...(resource.deletedWith === undefined ? {} : { deletedWith: now(resource.deletedWith) }),
    ...(resource.propertyDependencies
      ? {
          propertyDependencies: Object.fromEntries(
            Object.entries(resource.propertyDependencies).map(([key, urns]) => [key, (urns ?? []).map(now)]),
          ),
        }
      : {}),
  }))
}
