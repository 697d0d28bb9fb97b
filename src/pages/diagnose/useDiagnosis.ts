import { useEffect, useRef, useState } from 'react'
import type { Diagnosed } from '#src/features/diagnose/diagnoseText.ts'
import { type DiagnoseThread, startDiagnoseThread } from '#src/features/diagnose/diagnoseThread.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'

type Stage =
  | { step: 'nothing' }
  | { step: 'reading'; name: string }
  | { step: 'trouble'; name: string; message: string }
  | { step: 'read'; name: string; file: File; diagnosed: Diagnosed }

/** Reads a file in a thread of its own; the last one that was given counts. */
export function useDiagnosis() {
  const thread = useRef<DiagnoseThread>(undefined)
  const turn = useRef(0)
  const [step, setStep] = useState<Stage>({ step: 'nothing' })
  useEffect(() => {
    thread.current = startDiagnoseThread()
    return () => thread.current?.close()
  }, [])

  async function diagnose(file: File): Promise<void> {
    const reader = thread.current
    if (!reader) return
    turn.current += 1
    const mine = turn.current
    const { name } = file
    setStep({ step: 'reading', name })
    const next = await reader.call('diagnoseText', file).then(
      (diagnosed): Stage => ({ step: 'read', name, file, diagnosed }),
      (error: unknown): Stage => ({
        step: 'trouble',
        name,
        message:
          error instanceof UnreadableFile ? error.message : 'It could not be read, and that is a bug of this console.',
      }),
    )
    if (mine === turn.current) setStep(next)
  }
  return { step, diagnose: (file: File) => void diagnose(file) }
}
