import type { z } from 'zod'
import type { CreateStackRequest } from './api/requests.ts'
import type { StackLine, StackRow } from '../store/port/stacks.ts'
import type { UpdateRow } from '../store/port/updates.ts'

/**
 * A stack in the format of `GET S` (docs/protocol.md, Stacks). `activeUpdate` remains the last update after its end.
 */
export function stackView(stack: StackRow, holder: UpdateRow | undefined) {
  return {
    id: stack.id,
    orgName: stack.org,
    projectName: stack.project,
    stackName: stack.name,
    activeUpdate: stack.latestUpdateId ?? '',
    ...(holder?.startedAt
      ? { currentOperation: { kind: holder.kind, author: holder.requestedBy, started: seconds(holder.startedAt) } }
      : {}),
    tags: stack.tags,
    version: stack.version,
  }
}

/** Whole seconds, the only form that the CLI decodes (docs/protocol.md, Answers and errors). */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** A row of `pulumi stack ls`; `lastUpdate: 0` means that an update is in progress (docs/protocol.md, Stacks). */
export const listView = (stack: StackLine) => ({
  id: stack.id,
  orgName: stack.org,
  projectName: stack.project,
  stackName: stack.name,
  ...(stack.isHeld ? { lastUpdate: 0 } : stack.lastStartedAt ? { lastUpdate: seconds(stack.lastStartedAt) } : {}),
  resourceCount: stack.resourceCount,
})

const TEAMS_IGNORED =
  'Teams are not supported here and were ignored; who may use the stack follows from the roles of users.'

/** Messages that the CLI prints after creating a stack: parts of the request that had no effect. */
export const createMessages = ({ teams }: z.output<typeof CreateStackRequest>) =>
  teams?.length ? { messages: [{ severity: 'warning', message: TEAMS_IGNORED }] } : {}
