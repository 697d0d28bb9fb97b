import { z } from 'zod'
import { STACK, UPDATE } from '../../http/addresses.ts'
import { FullRequest } from '../../texts/fullSave.ts'
import { CreateRequest, DeltaRequest, RenewRequest, StartRequest } from './requests.ts'
import { EventsRequest } from '../../texts/eventRows.ts'
import { JournalRequest } from '../../texts/journalRows.ts'
import { BY_ITSELF, ContinuationToken, Document, Message, Pages, Seconds, type Routes } from './route.ts'

const UpdateInfo = z.strictObject({
  kind: z.string(),
  startTime: Seconds,
  message: z.string(),
  environment: z.record(z.string(), z.string()),
  config: z.record(z.string(), z.strictObject({ string: z.string(), secret: z.boolean(), object: z.boolean() })),
  result: z.enum(['not-started', 'in-progress', 'succeeded', 'failed']),
  endTime: Seconds.describe('Seconds since 1970; 0: in progress'),
  version: z.int(),
  resourceChanges: z.record(z.string(), z.int()),
  resourceCount: z.int().optional(),
})
const UpdateRecord = z.strictObject({
  info: UpdateInfo,
  updateID: z.string(),
  version: z.int(),
  latestVersion: z.int(),
  requestedBy: z.strictObject({ name: z.string(), githubLogin: z.string(), avatarUrl: z.string() }),
  requestedByToken: z.string().optional(),
})
const UpdatePage = z.strictObject({ updates: z.array(UpdateRecord), itemsPerPage: z.int(), total: z.int() })
const Summary = z.strictObject({
  startTime: Seconds,
  endTime: Seconds,
  result: UpdateInfo.shape.result,
  resourceCount: z.int(),
})
const Timeline = z.strictObject({
  update: UpdateRecord,
  previews: z.array(UpdateRecord),
  collatedUpdateEvents: z.array(z.unknown()).length(0),
})
const Created = z.strictObject({
  updateID: z.string(),
  requiredPolicies: z.array(z.unknown()).length(0),
  messages: z.array(Message),
})
const Started = z.strictObject({
  version: z.int(),
  token: z.string().describe('The lease token: it opens the calls inside this update, and nothing else'),
  tokenExpiration: Seconds,
  journalVersion: z.int().optional(),
})
const Event = z.looseObject({ sequence: z.int() })
const Verbatim = z.object({ version: z.int(), untypedDeployment: Document, sequenceNumber: z.int() })
const INSIDE = 'Inside an update, by its lease token:'
const stacks = { tag: 'Stacks' } as const
const history = { needs: 'read', tag: 'StackUpdates' } as const
const inside = { needs: 'lease', tag: 'Stacks' } as const

const JobStatus = z.enum(['running', 'failed', 'succeeded'])
const DriftRun = z.strictObject({
  id: z.string(),
  driftDetected: z.boolean(),
  created: z.iso.datetime(),
  status: JobStatus,
  detectUpdate: z.strictObject({
    updateId: z.string(),
    resourceChanges: z.record(z.string(), z.int()),
    modified: z.iso.datetime(),
    status: JobStatus,
  }),
})

/**
 * Routes about updates: create, start, report, end; and their results. `KIND` in a name is replaced by the kind in the
 * address.
 */
export const updateRoutes: Routes = {
  [`POST ${STACK}/update`]: {
    ...stacks,
    needs: BY_ITSELF,
    id: 'CreateUpdateForUpdate',
    summary: 'Create an update. A dry run takes the scope preview, all others operate.',
    body: CreateRequest,
    reply: Created,
  },
  [`POST ${STACK}/preview`]: {
    ...stacks,
    needs: 'preview',
    id: 'CreateUpdateForPreview',
    summary: 'Create a preview.',
    body: CreateRequest,
    reply: Created,
  },
  [`POST ${STACK}/refresh`]: {
    ...stacks,
    needs: BY_ITSELF,
    id: 'CreateUpdateForRefresh',
    summary: 'Create a refresh.',
    body: CreateRequest,
    reply: Created,
  },
  [`POST ${STACK}/destroy`]: {
    ...stacks,
    needs: BY_ITSELF,
    id: 'CreateUpdateForDestroy',
    summary: 'Create a destroy.',
    body: CreateRequest,
    reply: Created,
  },
  [`POST ${UPDATE}`]: {
    ...stacks,
    needs: BY_ITSELF,
    id: 'StartUpdateForKIND',
    summary: 'Start it: a real update takes the lease of the stack for 300 seconds. 409 while someone else has it.',
    body: StartRequest,
    reply: Started,
  },
  [`GET ${UPDATE}`]: {
    ...history,
    id: 'GetUpdateStatusForKIND',
    summary: 'How far it is.',
    reply: z.strictObject({
      status: z.string(),
      events: z.array(Event).length(0),
      continuationToken: z.null(),
    }),
  },
  [`POST ${UPDATE}/cancel`]: {
    ...stacks,
    needs: BY_ITSELF,
    id: 'CancelUpdate_kind',
    summary: 'End a running update and free the stack. What it has reported is kept.',
  },
  [`GET ${UPDATE}/events`]: {
    ...history,
    id: 'GetEngineEvents_kind',
    summary:
      'The engine’s events, secrets masked below `preview`. With the token of the last answer it waits for new ones.',
    query: z.object({ continuationToken: ContinuationToken }),
    reply: z.strictObject({ events: z.array(Event), continuationToken: z.string().nullable() }),
  },
  [`POST ${UPDATE}/renew_lease`]: {
    ...inside,
    id: 'RenewUpdateLease_kind',
    summary: `${INSIDE} keep the lease for another 300 seconds. The token stays the same.`,
    body: RenewRequest,
    reply: z.strictObject({ token: z.string(), tokenExpiration: Seconds }),
  },
  [`PATCH ${UPDATE}/journalentries`]: {
    ...inside,
    id: 'CreateJournalEntries_kind',
    summary: `${INSIDE} journal entries. They are durable before the answer; 413 asks for smaller batches.`,
    body: JournalRequest,
  },
  [`PATCH ${UPDATE}/checkpoint`]: {
    ...inside,
    id: 'PatchUpdateCheckpoint_kind',
    summary: `${INSIDE} the whole state.`,
    body: FullRequest,
  },
  [`PATCH ${UPDATE}/checkpointverbatim`]: {
    ...inside,
    id: 'PatchUpdateVerbatimCheckpoint_kind',
    summary: `${INSIDE} the whole state, kept byte by byte for the deltas that follow.`,
    body: Verbatim,
  },
  [`PATCH ${UPDATE}/checkpointdelta`]: {
    ...inside,
    id: 'PatchUpdateCheckpointDelta_kind',
    summary: `${INSIDE} changes to the text of the last state.`,
    body: DeltaRequest,
  },
  [`POST ${UPDATE}/events/batch`]: {
    ...inside,
    id: 'RecordEngineEventBatch_kind',
    summary: `${INSIDE} the engine’s events.`,
    body: EventsRequest,
  },
  [`POST ${UPDATE}/events`]: {
    ...inside,
    id: 'RecordEngineEvent_kind',
    summary: `${INSIDE} one event of the engine.`,
    body: Event,
  },
  [`POST ${UPDATE}/complete`]: {
    ...inside,
    id: 'CompleteUpdate_kind',
    summary: `${INSIDE} its end. The state becomes the next version, and the stack is free.`,
    body: z.object({ status: z.enum(['succeeded', 'failed']) }),
  },
  [`GET ${STACK}/updates`]: {
    ...history,
    id: 'GetStackUpdates',
    summary: 'The history, newest first, without previews.',
    query: Pages.extend({ 'output-type': z.enum(['cli', 'service']).optional() }),
    reply: z.union([z.strictObject({ updates: z.array(UpdateInfo) }), UpdatePage]),
  },
  [`GET ${STACK}/updates/:version`]: { ...history, id: 'GetStackUpdate', summary: 'An update.', reply: UpdateRecord },
  [`GET ${STACK}/drift/status`]: {
    needs: 'read',
    tag: 'Deployments',
    id: 'GetStackDriftStatus',
    summary: 'Whether the last refresh, or preview of one, found drift. Without a run nobody has looked.',
    reply: z.strictObject({ driftDetected: z.boolean(), latestDriftRun: z.string(), runInProgress: z.boolean() }),
  },
  [`GET ${STACK}/drift/runs`]: {
    needs: 'read',
    tag: 'Deployments',
    id: 'ListDriftRuns',
    summary: 'Refreshes, and previews of them, newest first.',
    query: Pages,
    reply: z.strictObject({ driftRuns: z.array(DriftRun), itemsPerPage: z.int(), total: z.int() }),
  },
  [`GET ${STACK}/updates/:version/previews`]: {
    ...history,
    id: 'GetStackPreviews',
    summary: 'Previews made on top of a version.',
    query: Pages.extend({ asc: z.boolean().optional().describe('Oldest first') }),
    reply: UpdatePage,
  },
  [`GET ${STACK}/updates/:version/summary`]: {
    ...history,
    id: 'GetStackUpdateSummary',
    summary: 'How an update ended.',
    reply: Summary,
  },
  [`GET ${STACK}/updates/:version/timeline`]: {
    ...history,
    id: 'GetUpdateTimeline',
    summary: 'An update, and the previews before it.',
    reply: Timeline,
  },
  [`GET ${STACK}/previews/:updateID`]: {
    ...history,
    id: 'GetStackPreview',
    summary: 'A preview.',
    reply: UpdateRecord,
  },
  [`GET ${STACK}/previews/:updateID/summary`]: {
    ...history,
    id: 'GetStackPreviewSummary',
    summary: 'How a preview ended.',
    reply: Summary,
  },
}
