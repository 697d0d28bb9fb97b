import { setImmediate as turn } from 'node:timers/promises'
import { type JournalEntry, openOperations, replay } from '#domain/journal/journal.ts'
import { readState, type StateDocument } from '#domain/state/checkpoint.ts'
import { pick, type Random } from '../states/randomState.ts'
import { answerOf } from './answers.ts'
import { approvalWorld, database, REF, type SentRule } from './world.ts'

// A client that is told by rules and users what it may do, at random: what it was told has to be what is then true.

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const STEPS = ['create', 'update', 'replace', 'delete'] as const

/** A rule, of those that count and those that do not, that refuse or hold. */
function randomRule(random: Random, id: string): SentRule {
  const steps = STEPS.filter(() => random(2) === 0)
  const urns = NAMES.filter(() => random(3) === 0).map((name) => `*::${name}`)
  const whom = random(4) === 0 ? { role: 'admin' } : { role: 'operator', persons: 1 + random(2) }
  const hold = { kind: 'hold', minutes: 1 + random(5), ...whom }
  return {
    id,
    name: `rule ${id}`,
    isOn: random(8) > 0,
    what: { steps: steps.length === 0 ? ['delete'] : steps, urns: random(2) === 0 ? urns : [] },
    action: random(3) === 0 ? { kind: 'refuse' } : hold,
    ...(random(3) === 0 && { moreThan: { count: random(4), of: 'steps' } }),
  }
}

const randomRules = (random: Random): SentRule[] =>
  ['one', 'two', 'three'].filter(() => random(3) > 0).map((id) => randomRule(random, id))

type World = Awaited<ReturnType<typeof approvalWorld>>
type Sent = { entries: JournalEntry[]; answer: Promise<string>; abort: () => void }

/** What the client knows: what was acknowledged, refused, and sent without an answer. */
type Ledger = { acknowledged: Map<number, JournalEntry>; refused: Set<number>; unanswered: Map<number, JournalEntry> }

/** Runs one update at random, to its end. Returns what is wrong afterwards; undefined if nothing is. */
export async function randomRun(random: Random): Promise<string | undefined> {
  const world = await approvalWorld(randomRules(random), { names: NAMES })
  const base = readState((await world.exported<StateDocument['deployment']>(REF)) as unknown)
  if (!base.ok) return base.problem
  // Two rules together may ask for two administrators besides the one who runs the update.
  const [root, zoe] = [await world.addUser('root', 'admin'), await world.addUser('zoe', 'admin')]
  const approvers = [world.ada, world.bob, root, zoe]
  const ledger: Ledger = { acknowledged: new Map(), refused: new Set(), unanswered: new Map() }
  const client = createClient(random, world)
  let isAlive = true
  for (let round = 0; round < 8 && isAlive; round += 1) {
    const entries = client.batch()
    if (entries.length > 0) isAlive = await tell(random, { world, approvers, ledger, client }, entries)
  }
  await end(random, world, isAlive)
  return wrongs(world, base.document, ledger)
}

type Client = ReturnType<typeof createClient>

/** A client with operations, of which it knows which ones may run. */
function createClient(random: Random, world: World) {
  const open = new Map<number, { name: string; type: string }>()
  const left = [...NAMES]
  let operations = 0
  const begin = (): JournalEntry => {
    const operationID = ++operations
    const isNew = random(3) === 0 || left.length === 0
    const name = isNew ? `new${operationID}` : (left.splice(random(left.length), 1)[0] ?? '')
    const type = isNew ? 'creating' : (pick(random, ['deleting', 'updating', 'creating']) ?? 'deleting')
    const resource = type === 'creating' ? { ...database(name), id: '' } : database(name)
    return world.entry(0, operationID, { operation: { type, resource } })
  }
  const outcome = (operationID: number, { name, type }: { name: string; type: string }): JournalEntry => {
    if (random(4) === 0) return world.entry(2, operationID, {})
    const index = NAMES.indexOf(name)
    const removed = type === 'creating' || index < 0 ? {} : { removeOld: index }
    return world.entry(1, operationID, type === 'deleting' ? removed : { ...removed, state: database(name) })
  }
  return {
    /** Outcomes of what it did, and steps that it wants to start, in an order that a client may send. */
    batch(): JournalEntry[] {
      const done = [...open].filter(() => random(3) > 0)
      for (const [id] of done) open.delete(id)
      const outcomes = done.map(([id, operation]) => outcome(id, operation))
      return [...outcomes, ...Array.from({ length: random(4) }, begin)]
    },
    mayRun({ operationID, operation }: JournalEntry) {
      if (operation)
        open.set(operationID, { name: operation.resource.urn.split('::').at(-1) ?? '', type: operation.type })
    },
  }
}

type Telling = { world: World; approvers: string[]; ledger: Ledger; client: Client }

/** Sends a batch until it is answered, while users and administrators do what they like. Returns false if it was killed. */
async function tell(random: Random, telling: Telling, entries: JournalEntry[]): Promise<boolean> {
  const { world, ledger, client } = telling
  const answers: string[] = []
  const send = (): Sent => {
    const controller = new AbortController()
    const answer = answerOf(world.run.journalThrough({ signal: controller.signal }, ...entries))
    void answer.then((text) => answers.push(text))
    return { entries, answer, abort: () => controller.abort() }
  }
  const sent = [send(), ...(random(5) === 0 ? [send()] : [])]
  for (let turns = 0; answers.every((text) => text.startsWith('503')); turns += 1) {
    if (turns > 60) throw new Error(`no answer to ${JSON.stringify(entries.map(({ sequenceID }) => sequenceID))}`)
    await settle()
    if (answers.some((text) => !text.startsWith('503'))) break
    if (answers.length === sent.length) {
      if (random(4) === 0) {
        for (const entry of entries) ledger.unanswered.set(entry.sequenceID, entry)
        return false
      }
      sent.push(send())
    } else if (random(6) === 0) sent[random(sent.length)]?.abort()
    else await somethingHappens(random, telling, turns)
  }
  const [answer = ''] = answers.filter((text) => !text.startsWith('503'))
  for (const each of sent) each.abort()
  await Promise.all(sent.map((each) => each.answer))
  for (const entry of entries) {
    if (answer === 'stored' || entry.kind !== 0) ledger.acknowledged.set(entry.sequenceID, entry)
    else ledger.refused.add(entry.sequenceID)
    if (answer === 'stored') client.mayRun(entry)
  }
  if (answer !== 'stored' && !answer.includes('403')) throw new Error(answer)
  if (random(3) === 0) {
    const again = await answerOf(world.run.journal(...entries))
    if (again.slice(0, 3) !== answer.slice(0, 3)) throw new Error(`repeated: ${answer}, then ${again}`)
  }
  return true
}

/** Lets everything run that can run now. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}

async function somethingHappens(random: Random, { world, approvers }: Telling, turns: number): Promise<void> {
  const what = turns > 20 ? 0 : random(8)
  if (what === 6) await world.setRules(randomRules(random))
  else if (what === 7) {
    await world.wait(60 * (1 + random(3)))
    await world.run.renew()
  } else {
    const { approvals } = await world.waiting()
    const ids = approvals.map(({ id }) => id).filter(() => turns > 20 || random(2) === 0)
    const token = pick(random, approvers) ?? ''
    if (ids.length > 0) await world.decide(token, ids, turns > 20 || random(5) > 0)
  }
}

/** The run completes, is cancelled, or its lease expires. */
async function end(random: Random, world: World, isAlive: boolean): Promise<void> {
  if (isAlive && random(2) === 0) await world.run.complete(random(2) === 0 ? 'succeeded' : 'failed')
  else if (random(2) === 0) await world.run.cancel()
  else await world.wait(301)
}

async function wrongs(world: World, base: StateDocument, ledger: Ledger): Promise<string | undefined> {
  const stored = await world.deps.store.read((reader) => reader.journal(world.run.id))
  const numbers = new Set(stored.map(({ sequenceID }) => sequenceID))
  for (const number of ledger.acknowledged.keys()) if (!numbers.has(number)) return `${number} was lost`
  for (const number of numbers)
    if (!ledger.acknowledged.has(number) && !ledger.unanswered.has(number)) return `${number} ran without an answer`
  // What had no answer may have been stored or not; the client did not go on in any case.
  const entries = stored.map(({ text }) => JSON.parse(text) as JournalEntry)
  for (const { sequenceID } of entries) if (ledger.refused.has(sequenceID)) return `${sequenceID} was refused, and runs`
  const { document } = replay(base, entries, { time: '', cliVersion: '' })
  const namesOf = (some: readonly { urn: string }[]) => some.map(({ urn }) => urn.split('::').at(-1)).join()
  const expected = {
    resources: namesOf(document.deployment.resources ?? []),
    pending: namesOf(openOperations(entries)),
  }
  const { resources, pending } = await world.left()
  if (resources.join() !== expected.resources) return `the state has ${resources.join()}, not ${expected.resources}`
  if (pending.toSorted().join() !== expected.pending.split(',').toSorted().join())
    return `pending are ${pending.join()}, not ${expected.pending}`
  const approvals = await world.deps.store.read((reader) => reader.approvalsOfUpdate(world.run.id))
  const late = approvals.find(({ status }) => status === 'waiting')
  if (late !== undefined) return `${late.urn} waits though the run has ended`
  const keys = approvals.filter(({ of }) => of === 'step').map(({ sequenceID }) => sequenceID)
  if (new Set(keys).size < keys.length) return `a step has several records: ${keys.join()}`
  return (await world.deps.store.read((reader) => reader.update(world.run.id)))?.awaiting === null
    ? undefined
    : 'the run still waits'
}
