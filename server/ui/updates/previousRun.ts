import type { SettingChange } from '#contract/runCourse.ts'
import { sameJson } from '#domain/json/sameJson.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { UpdateRequest, UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { findRun, findStack } from '../lookup.ts'
import { briefOf } from '../../core/updates/briefs.ts'
import { maskedConfig } from './config.ts'

/** Number of versions searched for the previous run of the same kind. */
const LOOKED_AT = 50

/** Handles what differs between a run and the previous one. */
export const previousRunHandlers = (deps: Deps): Pick<Handlers, 'runBefore'> => ({
  runBefore: ({ params }) =>
    deps.store.read(async (reader) => {
      const update = await findRun(reader, await findStack(reader, params), params.run)
      const before = await runBefore(reader, update)
      if (before === undefined) return { run: null, config: [], environment: [] }
      return {
        run: await briefOf(reader, before),
        config: configChanges(before.request.config, update.request.config),
        environment: environmentChanges(before.request.environment, update.request.environment),
      }
    }),
})

/** Returns the previous update of the same kind; for a preview, the one on top of which it was made. */
async function runBefore(reader: Reader, update: UpdateRow): Promise<UpdateRow | undefined> {
  const kind = update.kind === 'preview' ? 'update' : update.kind
  const newest = update.version === null ? update.baseVersion : update.version - 1
  for (let version = newest; version > 0 && version > newest - LOOKED_AT; version--) {
    const row = await reader.updateByVersion(update.stackId, version)
    if (row?.kind === kind && row.id !== update.id) return row
  }
  return undefined
}

/** Compares secrets as ciphertext: the CLI re-encrypts one only when it is set again. */
function configChanges(before: UpdateRequest['config'], after: UpdateRequest['config']): SettingChange[] {
  const [shownBefore, shownAfter] = [maskedConfig(before), maskedConfig(after)]
  return names(before, after).flatMap((name): SettingChange[] => {
    if (sameJson(before[name], after[name])) return []
    return [
      {
        name,
        change: before[name] === undefined ? 'added' : after[name] === undefined ? 'removed' : 'changed',
        before: shownBefore[name]?.value ?? null,
        after: shownAfter[name]?.value ?? null,
        secret: before[name]?.secret === true || after[name]?.secret === true,
      },
    ]
  })
}

/** Facts that differ in every run and are not listed: builds and commits. */
const OF_EACH_RUN = /^(?:ci\.build\.|ci\.pr\.headSHA$|git\.)/

function environmentChanges(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return names(before, after).flatMap((name): SettingChange[] => {
    if (before[name] === after[name] || OF_EACH_RUN.test(name)) return []
    return [
      {
        name,
        change: before[name] === undefined ? 'added' : after[name] === undefined ? 'removed' : 'changed',
        before: before[name] ?? null,
        after: after[name] ?? null,
        secret: false,
      },
    ]
  })
}

const names = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
