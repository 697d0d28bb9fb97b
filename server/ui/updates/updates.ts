import type { UpdateDetail } from '#contract/updates.ts'
import { RecoveryNote } from '#contract/updates.ts'
import { clientFacts } from '#domain/lease/client.ts'
import type { Deps } from '../../deps.ts'
import { consoleUrl } from '../../core/access/loginCommand.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { outagesOf } from '../../core/leases/outages.ts'
import { fullName, refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { maskedConfig } from './config.ts'
import type { Handlers } from '../handlers.ts'
import { lateEvidenceOf } from '../../core/updates/lateRows.ts'
import { findRun, findStack, findVersion, PAGE_SIZE, pageRange } from '../lookup.ts'
import { inFlightOf, pendingOf } from './operations.ts'
import { briefOf, toBrief } from '../../core/updates/briefs.ts'

/** Handles the history of a stack and single runs. */
export const updateHandlers = (deps: Deps): Pick<Handlers, 'updateList' | 'updateView' | 'previewView'> => ({
  async updateList({ params, query }) {
    const at = { now: await deps.store.now(), notProgressingAfterS: deps.settings.notProgressingAfterS }
    return deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const previews = query.previews === 'true' ? 'also' : 'no'
      const rows = await reader.history(stack.id, { previews, ...pageRange(query.page) })
      return {
        updates: rows.map(({ update, state }) => toBrief(update, state, at)),
        total: await reader.updateCount(stack.id, { previews }),
        page: query.page,
        pageSize: PAGE_SIZE,
      }
    })
  },

  updateView: ({ params }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      return toDetail(deps, reader, stack, await findVersion(reader, stack, params.version))
    }),

  previewView: ({ params }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      return toDetail(deps, reader, stack, await findRun(reader, stack, params.updateId))
    }),
})

async function toDetail(deps: Deps, reader: Reader, stack: StackRow, update: UpdateRow): Promise<UpdateDetail> {
  const { environment, config } = update.request
  const { userAgent, address, tokenName } = update
  return {
    ...(await briefOf(reader, update)),
    stack: refOf(stack),
    client: clientFacts({ environment, userAgent, address, tokenName }),
    environment,
    config: maskedConfig(config),
    endedBy: update.endedBy === null ? null : { login: update.endedBy, tokenName: null },
    endReason: update.endReason,
    lateEvidence: await lateEvidenceOf(reader, update),
    mayStillRunSince: mayStillRunSince(update.lateReport),
    outages: await outagesOf(reader, update),
    inFlight: await inFlightOf(deps, reader, update),
    pending: await pendingOf(deps, reader, update),
    containsUnknownEntries: update.hasUnknownEntries,
    recovery: RecoveryNote.safeParse(update.recovery).data ?? null,
    permalink: permalink(deps, stack, update),
  }
}

/** Returns the address that the CLI prints (docs/protocol.md, Console addresses). */
const permalink = ({ settings }: Deps, stack: StackRow, { dryRun, version, id }: UpdateRow): string =>
  `${consoleUrl(settings)}/${fullName(stack)}/${dryRun || version === null ? `previews/${id}` : `updates/${version}`}`
