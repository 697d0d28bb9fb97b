import type { Reader, Writer } from '#server/store/port.ts'
import { type StackName, TakenError } from '#server/store/port/stacks.ts'
import type { Commands } from './commands.ts'
import { listKeeper } from './keepListed.ts'
import type { Queries } from './queries.ts'
import { sqlEventWriter } from './events.ts'
import { sqlJournalWriter } from './journal.ts'
import { sqlUntrackedWriter } from './untracked.ts'
import { sqlReader } from './reader.ts'
import { findableRuns, sqlSearchWriter } from './search/search.ts'
import { type Session, UniqueViolationError } from './session.ts'
import { audit, codes, credentialChanges, leaseLog, sessions, stacks, states, tokens } from './tables.ts'
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

  async function patch(table: 'stacks' | 'updates' | 'tokens' | 'users', id: string, stored: object): Promise<void> {
    const columns = Object.keys(stored)
    if (columns.length === 0) return
    const args = { ...stored, id } as Record<string, string> // the arguments of exactly this statement
    const changed = await session.run(commands.patch(table, ...columns), args)
    if (changed !== 1) throw new Error(`there is no row ${id} in ${table}`)
  }

  async function named<T>(name: () => Promise<StackName>, work: () => Promise<T>): Promise<T> {
    try {
      return await session.attempt(work)
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error
      const { org, project, name: stack } = await name()
      throw new TakenError(`a stack called ${org}/${project}/${stack} exists`, { cause: error })
    }
  }

  /** Sent without waiting for the lock; the second statement sees what was committed while the first waited. */
  const held = async <T>(hold: Promise<unknown>, read: Promise<T>): Promise<T> => (await Promise.all([hold, read]))[1]
  const { holds } = commands
  const holding: Pick<Reader, 'update' | 'tokenById' | 'sessionByHash' | 'userByLogin' | 'meta'> | undefined =
    holds && {
      update: (id) => held(session.rows(holds.update(), { id }), reader.update(id)),
      tokenById: (id) => held(session.rows(holds.token(), { id }), reader.tokenById(id)),
      sessionByHash: (hash) => held(session.rows(holds.session(), { hash }), reader.sessionByHash(hash)),
      userByLogin: (login) => held(session.rows(holds.name(), { name: `user ${login}` }), reader.userByLogin(login)),
      meta: (key) => held(session.rows(holds.name(), { name: `meta ${key}` }), reader.meta(key)),
    }

  const holdUpdate = holds && ((id: string) => session.rows(holds.update(), { id }))

  return {
    ...reader,
    ...holding,
    ...sqlUntrackedWriter(session, queries.untracked),
    ...sqlSearchWriter(session, queries.search),
    setMeta: async (key, value) => void (await session.run(commands.setMeta(), { key, value })),

    insertUser: async (row) => void (await session.run(commands.insertUser(), users.encode(row))),
    patchUser: (id, changes) => patch('users', id, users.encode(changes)),
    insertToken: async (row) => void (await session.run(commands.insertToken(), tokens.encode(row))),
    patchToken: (id, changes) => patch('tokens', id, tokens.encode(changes)),
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
        async () => row,
        async () => void (await session.run(commands.insertStack(), stacks.encode(row))),
      ),
    patchStack(id, changes) {
      const work = () => patch('stacks', id, stacks.encode(changes))
      if (!NAMING.some((column) => column in changes)) return work()
      return named(async () => ({ org: '', project: '', name: id, ...(await reader.stackById(id)), ...changes }), work)
    },

    async putTicket(row) {
      await session.run(commands.deleteTicket(), { id: row.id })
      await session.run(commands.insertTicket(), tickets.encode(row))
    },
    dropTickets: async (now) => void (await session.run(commands.deleteTickets(), { now })),

    insertUpdate: async (row) => void (await session.run(commands.insertUpdate(), updates.encode(row))),
    patchUpdate: (id, changes) => patch('updates', id, updates.encode(changes)),

    async putState(row, text) {
      const textKey = await texts.putStateText(row.stackId, text)
      await session.run(commands.insertState(), { ...states.encode(row), textKey })
    },
    dropStateText: texts.dropStateText,
    putWorking: texts.putWorking,
    patchWorking: texts.patchWorking,
    dropWorking: texts.dropWorking,

    ...sqlJournalWriter(session, queries.journal, holdUpdate),
    ...sqlEventWriter(session, queries.events, holdUpdate),
    async putFold(updateId, { received, data }) {
      await session.run(queries.lists.deleteFold(), { updateId })
      await session.run(queries.lists.insertFold(), { updateId, received, data })
    },
    appendLate: async (updateId, { receivedAt, what, text }) =>
      void (await session.run(commands.appendLate(), { updateId, receivedAt, what, text })),
    appendLeaseLog: async (row) => void (await session.run(commands.appendLeaseLog(), leaseLog.encode(row))),
    appendAudit: async (row) => void (await session.run(commands.appendAudit(), audit.encode(row))),
  }
}

/** Columns that determine whether a stack's name is taken. */
const NAMING = ['org', 'project', 'name', 'deletedAt'] as const
