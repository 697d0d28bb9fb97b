import type { OfflineApi } from './offlineApi.ts'

export type Method = keyof OfflineApi

/** A call across to the worker, and its answer; `unreadable` tells a sentence for the person from a bug of ours. */
export type Call = { [M in Method]: { id: number; method: M; args: Parameters<OfflineApi[M]> } }[Method]
export type Answer =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; message: string; isUnreadable: boolean }

export function invoke(api: OfflineApi, call: Call): Promise<unknown> {
  switch (call.method) {
    case 'open':
      return api.open(...call.args)
    case 'look':
      return api.look(...call.args)
    case 'entry':
      return api.entry(...call.args)
    case 'effect':
      return api.effect(...call.args)
    case 'source':
      return api.source(...call.args)
    case 'planEdit':
      return api.planEdit(...call.args)
    case 'edit':
      return api.edit(...call.args)
    case 'undo':
      return api.undo(...call.args)
    case 'takeOver':
      return api.takeOver(...call.args)
    case 'earlier':
      return api.earlier(...call.args)
    case 'download':
      return api.download(...call.args)
    case 'compare':
      return api.compare(...call.args)
    case 'survey':
      return api.survey(...call.args)
  }
}
