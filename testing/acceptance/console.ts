import type { z } from 'zod'
import { ProblemDetails } from '#contract/problem.ts'
import { Diagnosis, Plan, RecoveryOptions, RecoveryRecord, type OptionChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { StackRef as Ref } from '#contract/common.ts'
import { StackDetail } from '#contract/stacks.ts'
import { type Cli, protocolWorld, type World } from '#testing/protocolWorld.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'

type Json = Record<string, unknown>

/** The server with simulated CLIs, and the requests of the console's wizards for one stack. */
export async function acceptanceWorld(
  ref: Ref,
): Promise<{ world: World; cli: Cli; console: ReturnType<typeof consoleOf> }> {
  let now = Date.UTC(2026, 0, 5)
  const world = await protocolWorld(async () => ({
    store: createMemoryStore({ clock: () => now }),
    advance: (ms) => void (now += ms),
  }))
  const cli = await world.stack(ref)
  return { world, cli, console: consoleOf(world, ref) }
}

type Host = Pick<World, 'fetch' | 'token'> & { url?: string }

/** The requests of the recovery pages of a stack, over HTTP. */
export function consoleOf({ fetch, token, url = 'http://test' }: Host, { org, project, stack }: Ref) {
  const at = `/api/ui/stacks/${org}/${project}/${stack}`
  const call = (method: string, path: string, body?: Json) =>
    fetch(
      new Request(`${url}${at}${path}`, {
        method,
        headers: { authorization: `token ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  const parsed = async <Schema extends z.ZodType>(schema: Schema, response: Response): Promise<z.output<Schema>> => {
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(body))
    return schema.parse(body)
  }
  const options = async (id: RecoveryId) => parsed(RecoveryOptions, await call('GET', `/recover/${id}`))
  const diagnosis = async () => parsed(Diagnosis, await call('GET', '/recover'))
  const request = async (recovery: RecoveryId, choices: Partial<OptionChoice>[]): Promise<Json> => ({
    recovery,
    basis: (await options(recovery)).basis,
    choices,
    reason: 'Found in the morning.',
    confirm: `${org}/${project}/${stack}`,
  })
  return {
    call,
    diagnosis,
    options,
    request,
    detail: async () => parsed(StackDetail, await call('GET', '')),
    findings: async () => (await diagnosis()).findings.map(({ recovery }) => recovery),
    plan: async (recovery: RecoveryId, choices: Partial<OptionChoice>[]) =>
      parsed(Plan, await call('POST', '/recoveries/plan', await request(recovery, choices))),
    run: async (recovery: RecoveryId, choices: Partial<OptionChoice>[]) =>
      parsed(RecoveryRecord, await call('POST', '/recoveries', await request(recovery, choices))),
    undo: async (id: string) =>
      parsed(RecoveryRecord, await call('POST', `/recoveries/${id}/undo`, { reason: 'A mistake.' })),
    refused: async (response: Response | Promise<Response>) => ProblemDetails.parse(await (await response).json()),
    /** Answers pending operations by name. */
    answer: async (recovery: RecoveryId, answers: Record<string, { answer: string; statement?: string }>) => {
      const { basis, pending } = await diagnosis()
      const choices = pending.flatMap(({ key, name }) => {
        const { answer: option, statement } = answers[name] ?? {}
        return option ? [{ problem: key, option, ...(statement && { statement }) }] : []
      })
      const confirm = `${org}/${project}/${stack}`
      return parsed(
        RecoveryRecord,
        await call('POST', '/recoveries', { recovery, basis, choices, reason: 'Looked.', confirm }),
      )
    },
  }
}
