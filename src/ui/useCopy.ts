import { useEffect, useRef, useState } from 'react'
import { copyText } from '#src/lib/clipboard.ts'

export type CopyState = 'idle' | 'copied' | 'failed'

const SHOWN_MS = 2000

/** Copies text and reports the result for two seconds. */
export function useCopy(text: string): { state: CopyState; copy: () => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), SHOWN_MS)
  }
  return { state, copy }
}
