import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { makeUrn, parseUrn } from '#domain/state/urn.ts'
import { createEngine, type Engine, type Finish, type Node, type Recorded } from './engine.ts'
import {
  changed,
  isProvider,
  isRoot,
  named,
  pick,
  PROJECT,
  PROVIDER_ID,
  providerUrn,
  type Random,
  references,
  renamedReferences,
  ROOT,
  siteUrn,
  STACK,
  TEXTS,
} from './programResources.ts'

/**
 * A run of the engine over a base: a random program that keeps, changes, replaces, renames, removes, imports and reads,
 * with failures, several concurrent steps in any order, and sometimes a refresh before.
 */
export function randomRun(random: Random, base: StateDocument, run: string): Recorded[] {
  const engine = createEngine(base)
  engine.secretsManager({ type: 'service', state: { project: PROJECT, stack: STACK } })
  if (random() < 0.15) engine.write((resource) => ({ ...resource, modified: '2026-01-04T00:00:00Z' }))
  if (random() < 0.3) refreshAll(random, engine)
  const { tasks, doomed } = declare(random, engine, run)
  const hasFailed = schedule(random, tasks)
  if (!hasFailed || random() < 0.5) removeAll(random, engine, doomed)
  return engine.log
}

type Task = {
  /** What must be done before in this run. */
  needs: string[]
  /** The action. */
  gives: string
  canFail: boolean
  begin: () => Finish
}

/** Runs tasks concurrently, in any order that their dependencies allow; dependents of a failed task are not started. */
function schedule(random: Random, tasks: Task[]): boolean {
  const parallel = 1 + Math.floor(random() * 4)
  const done = new Set<string>()
  const waiting = [...tasks]
  const running: { task: Task; finish: Finish }[] = []
  let hasFailed = false
  for (;;) {
    const ready = waiting.filter(({ needs }) => needs.every((need) => done.has(need)))
    if (ready.length > 0 && running.length < parallel && (running.length === 0 || random() < 0.6)) {
      const task = pick(random, ready)
      waiting.splice(waiting.indexOf(task), 1)
      running.push({ task, finish: task.begin() })
    } else if (running.length > 0) {
      const [ended] = running.splice(Math.floor(random() * running.length), 1)
      if (ended === undefined) continue
      const fails = ended.task.canFail && random() < 0.08
      ended.finish({ fails })
      if (fails) hasFailed = true
      else done.add(ended.task.gives)
    } else return hasFailed
  }
}

function refreshAll(random: Random, engine: Engine): void {
  const tasks = engine.base().map((node, index): Task => {
    const isPlain = node.state.custom === true && !isProvider(node.state)
    const chance = random()
    const found =
      isPlain && chance < 0.15 ? undefined : isPlain && chance < 0.5 ? changed(random, node.state) : node.state
    return {
      needs: [],
      gives: String(index),
      canFail: false,
      begin: () => {
        const finish = engine.refresh(node)
        return () => finish(found)
      },
    }
  })
  schedule(random, tasks)
  engine.rebuild()
}

/** The program's registrations as tasks, and the deletes after them. */
function declare(random: Random, engine: Engine, run: string): { tasks: Task[]; doomed: Set<Node> } {
  const before = [...engine.base()]
  const live = before.filter(({ state }) => !state.delete)
  const doomed = new Set(before.filter(({ state }) => state.delete))
  for (const node of live.toReversed()) {
    const { state } = node
    if (!isRoot(state) && !isProvider(state) && !isWanted(live, doomed, node) && random() < 0.2) doomed.add(node)
  }
  const names = new Map<string, string>()
  const tasks: Task[] = []
  for (const node of live) {
    if (doomed.has(node)) continue
    const task = visit(random, engine, node, names, run)
    if (task !== undefined) tasks.push(...task)
  }
  if (live.every(({ state }) => !isRoot(state))) tasks.push(...scaffold(engine))
  const given = new Set(tasks.map(({ gives }) => gives))
  for (let count = 2 + Math.floor(random() * 6); count > 0; count--) {
    tasks.push(...create(random, engine, given, `${run}-${pick(random, ['größe', 'bucket', 'a<b'])}-${count}`))
  }
  return { tasks, doomed }
}

/** Whether an entry that stays refers to it. */
const isWanted = (live: Node[], doomed: Set<Node>, { state: { urn } }: Node): boolean =>
  live.some((other) => !doomed.has(other) && references(other.state).includes(urn))

/** What happens to an existing resource; nothing if only others are targeted. */
function visit(
  random: Random,
  engine: Engine,
  node: Node,
  names: Map<string, string>,
  run: string,
): Task[] | undefined {
  const before = node.state
  const renamed = renamedReferences(before, names)
  const needs = references(renamed)
  const task = (gives: string, canFail: boolean, begin: () => Finish): Task => ({ needs, gives, canFail, begin })
  const { urn } = before
  if (before.pendingReplacement) {
    const { pendingReplacement: _pending, ...made } = changed(random, renamed)
    return [task(urn, true, () => engine.createAfterRemoval(node, made))]
  }
  if (before.custom !== true) {
    const same = task(urn, false, () => engine.same(node, renamed))
    return random() < 0.5 ? [same] : [same, registerOutputs(random, engine, urn)]
  }
  if (isProvider(before)) return [task(urn, false, () => engine.update(node, renamed))]
  const chance = random()
  if (chance < 0.1) return undefined
  if (chance < 0.3) return [task(urn, true, () => engine.update(node, changed(random, renamed)))]
  if (chance < 0.42) return [task(urn, true, () => engine.replace(node, changed(random, renamed)))]
  if (chance < 0.5) return replaceAfterRemoval(random, engine, node, renamed, task)
  if (chance < 0.58) {
    const parts = parseUrn(urn)
    const now = parts ? makeUrn({ ...parts, name: `${parts.name}-${run}` }) : urn
    names.set(urn, now)
    return [task(now, false, () => engine.same(node, { ...renamed, urn: now, aliases: [urn] }))]
  }
  return [task(urn, false, () => engine.same(node, renamed))]
}

function replaceAfterRemoval(
  random: Random,
  engine: Engine,
  node: Node,
  renamed: Resource,
  task: (gives: string, canFail: boolean, begin: () => Finish) => Task,
): Task[] {
  const { urn } = node.state
  const removal = task(`${urn} removed`, true, () => engine.removeToReplace(node))
  const creation = task(urn, true, () => engine.createAfterRemoval(node, changed(random, renamed)))
  return [removal, { ...creation, needs: [...creation.needs, removal.gives] }]
}

function registerOutputs(random: Random, engine: Engine, urn: string): Task {
  return {
    needs: [urn],
    gives: `${urn} outputs`,
    canFail: false,
    begin: () => {
      const node = engine.fresh().find(({ state }) => state.urn === urn && !state.delete)
      if (node) engine.outputs(node, { ...node.state, outputs: { text: pick(random, TEXTS) } })
      return () => undefined
    },
  }
}

/** The base of the first run: the stack itself, a provider and a component. */
function scaffold(engine: Engine): Task[] {
  const simple = (state: Resource, needs: string[]): Task => ({
    needs,
    gives: state.urn,
    canFail: false,
    begin: () => engine.create('creating', state),
  })
  const provider: Resource = { urn: providerUrn, type: 'pulumi:providers:aws', custom: true, id: PROVIDER_ID }
  const site: Resource = { urn: siteUrn, type: 'acme:web:Site', custom: false, parent: ROOT }
  return [
    simple({ urn: ROOT, type: 'pulumi:pulumi:Stack', custom: false }, []),
    simple({ ...provider, inputs: { region: 'eu' }, outputs: { region: 'eu' } }, []),
    simple(site, [ROOT]),
  ]
}

function create(random: Random, engine: Engine, given: Set<string>, name: string): Task[] {
  const type = 'aws:s3/bucket:Bucket'
  const parent = given.has(siteUrn) && random() < 0.5 ? siteUrn : ROOT
  const urn = named(type, name, parent === siteUrn ? 'acme:web:Site' : '')
  const others = [...given].filter(
    (other) => other.includes('Bucket') && parseUrn(other) !== undefined && !other.endsWith('removed'),
  )
  const dependencies = others.filter(() => random() < 0.2)
  const [first] = dependencies
  const made = changed(random, {
    urn,
    type,
    custom: true,
    id: `${name}-id`,
    parent,
    provider: `${providerUrn}::${PROVIDER_ID}`,
    ...(dependencies.length > 0 ? { dependencies, propertyDependencies: { text: dependencies } } : {}),
    ...(first !== undefined && random() < 0.2 ? { deletedWith: first } : {}),
  })
  const chance = random()
  const how = chance < 0.8 ? 'creating' : chance < 0.9 ? 'importing' : 'reading'
  const task: Task = {
    needs: references(made),
    gives: urn,
    canFail: true,
    begin: () => engine.create(how, how === 'reading' ? { ...made, external: true } : made),
  }
  if (random() > 0.1) {
    given.add(urn)
    return [task]
  }
  // Replaced in the run that created it. Dependents of the first one would come before the second: there are none.
  const again: Task = {
    needs: [urn],
    gives: `${urn} again`,
    canFail: true,
    begin: () => {
      const node = engine.fresh().find(({ state }) => state.urn === urn && !state.delete)
      return node === undefined ? () => undefined : engine.replace(node, changed(random, made))
    },
  }
  return [task, again]
}

/** Deletes what the program no longer has, and what was replaced: each after everything that refers to it. */
function removeAll(random: Random, engine: Engine, doomed: Set<Node>): void {
  const failed = new Set<Node>()
  for (;;) {
    const nodes = engine.nodes()
    const candidates = nodes.filter(
      (node) =>
        (doomed.has(node) || node.state.delete) &&
        !failed.has(node) &&
        (hasTwin(nodes, node) || !nodes.some(({ state }) => references(state).includes(node.state.urn))),
    )
    if (candidates.length === 0) return
    const node = pick(random, candidates)
    const fails = random() < 0.05
    if (fails) failed.add(node)
    engine.remove(node)({ fails })
  }
}

const hasTwin = (nodes: Node[], node: Node) =>
  nodes.some((other) => other !== node && other.state.urn === node.state.urn && !other.state.delete)
