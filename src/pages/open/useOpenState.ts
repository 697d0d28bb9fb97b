import { useEffect, useRef, useState } from 'react'
import { type Bucket, bucketIn } from '#src/features/offline/bucket.ts'
import { takeHandedOver } from '#src/features/offline/handOver.ts'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import { type OfflineThread, startOfflineThread } from '#src/features/offline/offlineThread.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'

export type Step =
  | { step: 'nothing' }
  | { step: 'reading'; name: string }
  | { step: 'trouble'; name: string; message: string }
  | { step: 'bucket'; bucket: Bucket }
  | { step: 'opened'; name: string; opened: OpenedState; session: OpenSession; isLocked: boolean }

/** A state file's way through the page. The keeper is started with the page, so that nothing is loaded afterwards. */
export function useOpenState() {
  const thread = useRef<OfflineThread>(undefined)
  const turn = useRef(0)
  const [step, setStep] = useState<Step>({ step: 'nothing' })
  /** The folder that one came from, to go back to. */
  const [bucket, setBucket] = useState<Bucket>()

  async function open({ path, file }: ChosenFile, { isLocked = false } = {}) {
    const keeper = thread.current
    if (!keeper) return
    turn.current += 1
    const mine = turn.current
    setStep({ step: 'reading', name: path })
    const next = await keeper.open(file).then(
      (opened): Step => ({
        step: 'opened',
        name: path,
        opened,
        isLocked,
        session: { id: crypto.randomUUID(), thread: keeper },
      }),
      (error: unknown): Step => ({ step: 'trouble', name: path, message: sentenceOf(error) }),
    )
    if (mine === turn.current) setStep(next)
  }

  useEffect(() => {
    thread.current = startOfflineThread()
    const file = takeHandedOver()
    if (file) void open({ path: file.name, file })
    return () => {
      thread.current?.close()
      thread.current = undefined
    }
  }, [])

  return {
    step,
    bucket,
    open,
    choose(files: ChosenFile[]) {
      const found = bucketIn(files)
      const [first] = files
      if (found) {
        setBucket(found)
        setStep({ step: 'bucket', bucket: found })
      } else if (first && files.length === 1) {
        setBucket(undefined)
        void open(first)
      } else {
        setStep({
          step: 'trouble',
          name: `${files.length} files`,
          message:
            'These are several files, and no folder of a self-managed backend: there is no .pulumi with stacks in it. Choose one state file.',
        })
      }
    },
    backToBucket: () => bucket && setStep({ step: 'bucket', bucket }),
    close: () => setStep({ step: 'nothing' }),
  }
}

export const sentenceOf = (error: unknown): string =>
  error instanceof UnreadableFile
    ? error.message
    : 'This file could not be opened, and that is a bug of this console. The file is as it was.'
