import { useEffect, useRef, useState } from 'react'
import type { StateCheck } from '#src/features/editor/stateCheck.ts'
import { type StateCheckThread, startStateCheck } from '#src/features/editor/stateCheckThread.ts'

/** Verifies in a worker; undefined until there is a result for this text. */
export function useStateCheck(text: string | undefined): StateCheck | undefined {
  const thread = useRef<StateCheckThread>(undefined)
  const [answer, setAnswer] = useState<{ text: string; check: StateCheck }>()
  useEffect(() => () => thread.current?.close(), [])
  useEffect(() => {
    if (text === undefined) return
    let isGone = false
    thread.current ??= startStateCheck()
    void thread.current.call('checkStateText', text).then((check) => {
      if (!isGone) setAnswer({ text, check })
    })
    return () => {
      isGone = true
    }
  }, [text])
  return text !== undefined && answer?.text === text ? answer.check : undefined
}
