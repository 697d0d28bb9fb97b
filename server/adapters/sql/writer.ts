import type { Reader, Writer } from '#server/store/port.ts'
import type { AccessWriter } from '#server/store/port/access.ts'
import type { BackendWriter } from '#server/store/port/backends.ts'
import type { LogWriter } from '#server/store/port/logs.ts'
import { type StackName, type StackWriter, TakenError } from '#server/store/port/stacks.ts'
import type { StateWriter } from '#server/store/port/states.ts'
import type { UpdateWriter } from '#server/store/port/updates.ts'
import type { Commands } from './commands.ts'
import { listKeeper } from './keepListed.ts'
import type { Queries } from './queries.ts'
import { sqlEventWriter } from './events.ts'
import { sqlJournalWriter } from './journal.ts'
import { patchRow } from './patchRow.ts'
import { sqlApprovalWriter } from './approvals.ts'
import { sqlUntrackedWriter } from './untracked.ts'
import { sqlReader } from './reader.ts'
import { findableRuns, sqlSearchWriter } from './search/search.ts'
import { type Session, UniqueViolationError } from './session.ts'
import { audit, backends, codes, credentialChanges, leaseLog, sessions, stacks, states, tokens } from './tables.ts'
import { updates, users, tickets } from './tables.ts'
import { type ReadyTexts, textWriter, type TextWriter } from './pieces/textWriter.ts'

/** Runs `work` in a transaction; its writes are visible to its own reads, and to no one else before the commit. */
export async function writeWith<T>(
  session: Session,
  { queries, commands, ready }: { queries: Queries; commands: Commands; ready: ReadyTexts },
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const texts = textWriter(session, queries, commands, ready)
  const lists = listKeeper(session, queries, commands)
  const writer = findableRuns(session, queries.search, sqlWriter(session, queries, commands, texts))
  const result = await work(lists.watch(writer))
  await texts.sweep()
  await lists.keep()
  return result
}

function sqlWriter(session: Session, queries: Queries, commands: Commands, texts: TextWriter): Writer {
  const reader = sqlReader(session, queries)
  const { holds } = commands
  const holdUpdate = holds && ((id: string) => session.rows(holds.update(), { id }))
  return {
    ...reader,
    ...(holds && holdingReader(session, holds, reader)),
    ...accessWriter(session, commands),
    ...backendWriter(session, commands, texts),
    ...stackWriter(session, commands, reader),
    ...updateWriter(session, commands),
    ...stateWriter(session, commands, texts),
    ...logWriter(session, commands),
    ...sqlUntrackedWriter(session, queries.untracked),
    ...sqlApprovalWriter(session, queries.approvals),
    ...sqlSearchWriter(session, queries.search),
    ...sqlJournalWriter(session, queries.journal, holdUpdate),
    ...sqlEventWriter(session, queries.events, holdUpdate),
    setMeta: async (key, value) => void (await session.run(commands.setMeta(), { key, value })),
  }
}

/** Reads rows that do not change until the end of the transaction, where writers run concurrently. */
function holdingReader(
  session: Session,
  holds: NonNullable<Commands['holds']>,
  reader: Reader,
): Pick<Reader, 'update' | 'tokenById' | 'sessionByHash' | 'userByLogin' | 'meta'> {
  /** Sent without waiting for the lock; the second statement sees what was committed while the first waited. */
  const held = async <T>(hold: Promise<unknown>, read: Promise<T>): Promise<T> => (await Promise.all([hold, read]))[1]
  return {
    update: (id) => held(session.rows(holds.update(), { id }), reader.update(id)),
    tokenById: (id) => held(session.rows(holds.token(), { id }), reader.tokenById(id)),
    sessionByHash: (hash) => held(session.rows(holds.session(), { hash }), reader.sessionByHash(hash)),
    userByLogin: (login) => held(session.rows(holds.name(), { name: `user ${login}` }), reader.userByLogin(login)),
    meta: (key) => held(session.rows(holds.name(), { name: `meta ${key}` }), reader.meta(key)),
  }
}

const accessWriter = (session: Session, commands: Commands): AccessWriter => ({
  insertUser: async (row) => void (await session.run(commands.insertUser(), users.encode(row))),
  patchUser: (id, changes) => patchRow(session, commands.patch, { table: 'users', id }, users.encode(changes)),
  insertToken: async (row) => void (await session.run(commands.insertToken(), tokens.encode(row))),
  patchToken: (id, changes) => patchRow(session, commands.patch, { table: 'tokens', id }, tokens.encode(changes)),
  insertSession: async (row) => void (await session.run(commands.insertSession(), sessions.encode(row))),
  useSession: async (hash, lastUsedAt) => void (await session.run(commands.useSession(), { hash, lastUsedAt })),
  deleteSession: async (hash) => void (await session.run(commands.deleteSession(), { hash })),
  deleteSessions: async (of) =>
    void ('userId' in of
      ? await session.run(commands.deleteSessionsOfUser(), of)
      : await session.run(commands.deleteSessionsOfToken(), of)),
  insertCode: async (row) => void (await session.run(commands.insertCode(), codes.encode(row))),
  useCode: async (hash, now) => (await session.run(commands.useCode(), { hash, now })) === 1,
  deleteCodes: async (userId) => void (await session.run(commands.deleteCodes(), { userId })),
  appendCredentialChange: async (row) =>
    void (await session.run(commands.appendCredentialChange(), credentialChanges.encode({ ...row, seenAt: null }))),
  markCredentialChanges: async (of) => void (await session.run(commands.markCredentialChanges(), of)),
  dropSessions: async (ended) => void (await session.run(commands.dropSessions(), ended)),
  dropCodes: async (now) => void (await session.run(commands.dropCodes(), { now })),
})

const backendWriter = (session: Session, commands: Commands, texts: TextWriter): BackendWriter => ({
  insertBackend: async (row) => void (await session.run(commands.insertBackend(), backends.encode(row))),
  patchBackend: (id, changes) => patchRow(session, commands.patch, { table: 'backends', id }, backends.encode(changes)),
  deleteBackend: async (id) => void (await session.run(commands.deleteBackend(), { id })),
  patchState: (id, changes) => patchRow(session, commands.patch, { table: 'states', id }, states.encode(changes)),
  async deleteState(id, at) {
    await texts.dropStateText(id, at)
    await session.run(commands.deleteState(), { id })
  },
  async deleteMirror(stackId) {
    for (const { id } of await session.rows(commands.statesOfMirror(), { stackId })) await texts.dropStateText(id, 0)
    for (const one of commands.deleteMirror) await session.run(one(), { stackId })
  },
})

function stackWriter(session: Session, commands: Commands, reader: Reader): StackWriter {
  return {
    async lockStack(id) {
      const row = (await session.rows(commands.lockStack(), { id }))[0]
      return row && stacks.decode(row)
    },
    async holdUpdate(id) {
      const [rows, update] = await Promise.all([
        session.rows(commands.lockStackOf(), { updateId: id }),
        reader.update(id), // sees what was committed while the lock was awaited
      ])
      const stack = rows[0] && stacks.decode(rows[0])
      return stack && update && { stack, update }
    },
    insertStack: (row) =>
      named(
        session,
        async () => row,
        async () => void (await session.run(commands.insertStack(), stacks.encode(row))),
      ),
    patchStack(id, changes) {
      const work = () => patchRow(session, commands.patch, { table: 'stacks', id }, stacks.encode(changes))
      if (!NAMING.some((column) => column in changes)) return work()
      const name = async () => ({ org: '', project: '', name: id, ...(await reader.stackById(id)), ...changes })
      return named(session, name, work)
    },

    async putTicket(row) {
      await session.run(commands.deleteTicket(), { id: row.id })
      await session.run(commands.insertTicket(), tickets.encode(row))
    },
    dropTickets: async (now) => void (await session.run(commands.deleteTickets(), { now })),
  }
}

/** Runs work that gives a stack a name, which may be taken. */
async function named<T>(session: Session, name: () => Promise<StackName>, work: () => Promise<T>): Promise<T> {
  try {
    return await session.attempt(work)
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    const { org, project, name: stack } = await name()
    throw new TakenError(`a stack called ${org}/${project}/${stack} exists`, { cause: error })
  }
}

const updateWriter = (session: Session, commands: Commands): UpdateWriter => ({
  insertUpdate: async (row) => void (await session.run(commands.insertUpdate(), updates.encode(row))),
  patchUpdate: (id, changes) => patchRow(session, commands.patch, { table: 'updates', id }, updates.encode(changes)),
  async putFold(updateId, { received, data }) {
    await session.run(commands.deleteFold(), { updateId })
    await session.run(commands.insertFold(), { updateId, received, data })
  },
  appendLate: async (updateId, { receivedAt, what, text }) =>
    void (await session.run(commands.appendLate(), { updateId, receivedAt, what, text })),
})

const stateWriter = (session: Session, commands: Commands, texts: TextWriter): StateWriter => ({
  async putState(row, text) {
    const textKey = await texts.putStateText(row.stackId, text)
    await session.run(commands.insertState(), { ...states.encode(row), textKey })
  },
  dropStateText: texts.dropStateText,
  putWorking: texts.putWorking,
  patchWorking: texts.patchWorking,
  dropWorking: texts.dropWorking,
})

const logWriter = (session: Session, commands: Commands): LogWriter => ({
  appendLeaseLog: async (row) => void (await session.run(commands.appendLeaseLog(), leaseLog.encode(row))),
  appendAudit: async (row) => void (await session.run(commands.appendAudit(), audit.encode(row))),
})

/** Columns that determine whether a stack's name is taken. */
const NAMING = ['org', 'project', 'name', 'deletedAt'] as const
