import { useLiveState } from '#src/api/liveState.ts'
import { clockTime } from '#src/lib/time.ts'

/** Why nothing can be carried out now, whatever was entered; undefined when it can. */
export function useServerDown(): string | undefined {
  const { state, since } = useLiveState()
  if (state !== 'offline') return undefined
  const when = since === undefined ? '' : ` since ${clockTime(since)}`
  return `The server has not been reached${when}. What you see is from before; nothing can be carried out until it is back.`
}
