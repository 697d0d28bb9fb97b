import { memoryUntrackedWriter } from './memoryUntracked.ts'
import { memoryReader } from './memoryReader.ts'
import { memorySearchWriter } from './memorySearch.ts'
import { copy, flat, isUnseen } from './memoryRows.ts'
import { nameKey, type Tables } from './memoryTables.ts'
import type { Writer } from './port.ts'
import { type StackRow, TakenError } from './port/stacks.ts'
import type { UpdateRow } from './port/updates.ts'
import type { View } from './versioned.ts'

/** A writer into `view`, with the checks of a database: parents exist, ids are new, names are free. */
export function memoryWriter(tables: Tables, view: View): Writer {
  const reader = memoryReader(tables, view)

  const patched = <T extends object, P extends Partial<T>>(row: T | undefined, patch: P, what: string): T => {
    if (row === undefined) throw new Error(`there is no ${what}`)
    return { ...row, ...patch }
  }
  const mustExist = (parent: unknown, what: string) => {
    if (parent === undefined) throw new Error(`there is no ${what}`)
  }
  const mustBeNew = (known: unknown, what: string) => {
    if (known !== undefined) throw new Error(`${what} is there already`)
  }
  const user = (id: string) => mustExist(tables.users.get(id, view), `user ${id}`)
  const stack = (id: string) => mustExist(tables.stacks.get(id, view), `stack ${id}`)
  const update = (id: string) => mustExist(tables.updates.get(id, view), `update ${id}`)

  const mark = (index: Tables['lockedStacks'], id: string, isMarked: boolean) => {
    const marked = isMarked ? id : undefined
    if (index.get(id, view) !== marked) index.set(id, marked, view)
  }
  function putStack(row: StackRow, before: StackRow | undefined): void {
    if (before?.deletedAt === null) tables.stackNames.set(nameKey(before), undefined, view)
    if (row.deletedAt === null) {
      if (tables.stackNames.get(nameKey(row), view) !== undefined) throw new TakenError(takenText(row))
      tables.stackNames.set(nameKey(row), row.id, view)
    }
    tables.stacks.set(row.id, copy(row), view)
    mark(tables.lockedStacks, row.id, row.lock !== null && row.deletedAt === null)
  }
  const putUpdate = (row: UpdateRow) => {
    tables.updates.set(row.id, copy({ ...row, recovery: row.recovery ?? null }), view)
    mark(tables.runningUpdates, row.id, row.status === 'running' && row.lease !== null)
  }

  return {
    ...reader,
    ...memoryUntrackedWriter(tables, view, stack),
    ...memorySearchWriter(tables, view),
    setMeta: async (key, value) => tables.meta.set(key, value, view),

    async insertUser(row) {
      mustBeNew(tables.users.get(row.id, view), `user ${row.id}`)
      mustBeNew(await reader.userByLogin(row.login), `user ${row.login}`)
      tables.users.set(row.id, copy(row), view)
    },
    patchUser: async (id, patch) =>
      tables.users.set(id, copy(patched(tables.users.get(id, view), patch, `user ${id}`)), view),
    async insertToken(row) {
      user(row.userId)
      mustBeNew(tables.tokens.get(row.id, view), `token ${row.id}`)
      tables.tokens.set(row.id, flat(row), view)
    },
    patchToken: async (id, patch) =>
      tables.tokens.set(id, patched(tables.tokens.get(id, view), patch, `token ${id}`), view),
    async insertSession(row) {
      user(row.userId)
      tables.sessions.set(row.hash, flat(row), view)
    },
    async useSession(hash, lastUsedAt) {
      const session = tables.sessions.get(hash, view)
      if (session !== undefined) tables.sessions.set(hash, { ...session, lastUsedAt }, view)
    },
    deleteSession: async (hash) => tables.sessions.set(hash, undefined, view),
    async deleteSessions(of) {
      const [key, value] = 'userId' in of ? (['userId', of.userId] as const) : (['tokenId', of.tokenId] as const)
      const theirs = [...tables.sessions.values(view)].filter((row) => row[key] === value)
      for (const { hash } of theirs) tables.sessions.set(hash, undefined, view)
    },
    async insertCode(row) {
      user(row.userId)
      tables.codes.set(row.hash, flat(row), view)
    },
    async useCode(hash, now) {
      const code = tables.codes.get(hash, view)
      if (code === undefined || code.usedAt !== null || now >= code.expiresAt) return false
      tables.codes.set(hash, { ...code, usedAt: now }, view)
      return true
    },
    async deleteCodes(userId) {
      const theirs = [...tables.codes.values(view)].filter((row) => row.userId === userId)
      for (const { hash } of theirs) tables.codes.set(hash, undefined, view)
    },
    async appendCredentialChange(row) {
      user(row.userId)
      const id = [...tables.credentialChanges.values(view)].length + 1
      tables.credentialChanges.set(id, copy({ ...row, id, seenAt: null }), view)
    },
    async markCredentialChanges({ upTo, seenAt, ...of }) {
      for (const row of tables.credentialChanges.values(view)) {
        if (isUnseen(row, of) && row.id <= upTo) tables.credentialChanges.set(row.id, { ...row, seenAt }, view)
      }
    },
    async dropSessions({ begunBy, usedBy }) {
      const over = [...tables.sessions.values(view)].filter(
        ({ createdAt, lastUsedAt }) => createdAt <= begunBy || lastUsedAt <= usedBy,
      )
      for (const { hash } of over) tables.sessions.set(hash, undefined, view)
    },
    async dropCodes(now) {
      const over = [...tables.codes.values(view)].filter(({ usedAt, expiresAt }) => usedAt !== null || expiresAt <= now)
      for (const { hash } of over) tables.codes.set(hash, undefined, view)
    },

    lockStack: (id) => reader.stackById(id), // writes run one after another, so every stack is locked
    async holdUpdate(id) {
      const held = await reader.update(id)
      const of = held && (await reader.stackById(held.stackId))
      return held && of && { stack: of, update: held }
    },
    async insertStack(row) {
      mustBeNew(tables.stacks.get(row.id, view), `stack ${row.id}`)
      putStack(row, undefined)
    },
    async patchStack(id, patch) {
      const before = tables.stacks.get(id, view)
      putStack(patched(before, patch, `stack ${id}`), before)
    },

    async putTicket(row) {
      stack(row.stackId)
      tables.tickets.set(row.id, flat(row), view)
    },
    async dropTickets(now) {
      const gone = [...tables.tickets.values(view)].filter(({ expiresAt }) => expiresAt <= now)
      for (const { id } of gone) tables.tickets.set(id, undefined, view)
    },

    async insertUpdate(row) {
      stack(row.stackId)
      mustBeNew(tables.updates.get(row.id, view), `update ${row.id}`)
      putUpdate(row)
      tables.updatesOf.append(row.stackId, row.id, view)
    },
    patchUpdate: async (id, patch) => putUpdate(patched(tables.updates.get(id, view), patch, `update ${id}`)),

    async putState(row, text) {
      stack(row.stackId)
      mustBeNew(tables.states.get(row.id, view), `state ${row.id}`)
      tables.states.set(row.id, { row: flat(row), text: text.slice() }, view)
      tables.statesOf.append(row.stackId, row.id, view)
    },
    async dropStateText(id, at) {
      const known = tables.states.get(id, view)
      if (known === undefined) throw new Error(`there is no state ${id}`)
      if (known.text === undefined) return
      tables.states.set(id, { row: { ...known.row, textRemovedAt: at }, text: undefined }, view)
    },
    async putWorking(updateId, working) {
      update(updateId)
      const features = working.features && [...working.features]
      tables.workings.set(updateId, { ...working, bytes: working.bytes.slice(), features, patches: [] }, view)
    },
    async patchWorking(updateId, facts, { hash, edits }) {
      const before = tables.workings.get(updateId, view)
      if (before === undefined) throw new Error(`there is no working text of update ${updateId}`)
      const patches = [...before.patches, { hash, edits: edits.slice() }]
      tables.workings.set(updateId, { ...before, ...facts, kind: 'delta', patches }, view)
    },
    dropWorking: async (updateId) => tables.workings.set(updateId, undefined, view),
    async appendJournal(updateId, rows, receivedAt) {
      update(updateId)
      return rows.filter(({ sequenceID, operationID, kind, text }) =>
        tables.journals.append(updateId, { sequenceID, operationID, kind, text, receivedAt }, view),
      ).length
    },
    async appendEvents(updateId, rows, receivedAt, late) {
      update(updateId)
      return rows.filter(({ sequence, text, isLine }) => {
        const received = tables.events.length(updateId, view) + 1
        const line = isLine ? tables.lines.length(updateId, view) + 1 : null
        const isNew = tables.events.append(updateId, { received, sequence, line, text, receivedAt, late }, view)
        if (isNew && line !== null) tables.lines.append(updateId, received, view)
        return isNew
      }).length
    },
    async putFold(updateId, { received, data }) {
      update(updateId)
      tables.folds.set(updateId, { received, data: data.slice() }, view)
    },
    async appendLate(updateId, { receivedAt, what, text }) {
      update(updateId)
      const id = tables.late.length(updateId, view) + 1
      tables.late.append(updateId, { id, updateId, receivedAt, what, text }, view)
    },
    async appendLeaseLog(row) {
      stack(row.stackId)
      tables.leaseLogs.append(row.stackId, { ...row, id: tables.leaseLogs.length(row.stackId, view) + 1 }, view)
    },
    appendAudit: async (row) => {
      tables.audit.append('', { ...row, id: tables.audit.length('', view) + 1 }, view)
    },
  }
}

const takenText = ({ org, project, name }: StackRow) => `a stack called ${org}/${project}/${name} exists`
