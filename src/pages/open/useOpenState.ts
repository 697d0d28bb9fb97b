import { startTransition, useEffect, useRef, useState } from 'react'
import { type Bucket, bucketIn } from '#src/features/offline/bucket.ts'
import { allTroubles, type Trouble } from '#src/features/offline/bucketTroubles.ts'
import type { BucketSurvey } from '#src/features/offline/surveyBucket.ts'
import { takeHandedOver } from '#src/features/offline/handOver.ts'
import type { FileFacts, OpenedState } from '#src/features/offline/offlineApi.ts'
import { type OfflineThread, startOfflineThread } from '#src/features/offline/offlineThread.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'
import { counted } from '#words/counts.ts'

/** A backend's folder; its survey follows. `former` are the problems of the one dropped before. */
export type DroppedBucket = { bucket: Bucket; survey: BucketSurvey | undefined; former: readonly Trouble[] }

export type Stage =
  | { step: 'nothing' }
  | { step: 'reading'; name: string }
  /** Parsed, so that its facts can be shown; verification is running. */
  | { step: 'verifying'; name: string; file: FileFacts }
  | { step: 'trouble'; name: string; message: string }
  | { step: 'bucket'; dropped: DroppedBucket }
  | { step: 'opened'; name: string; fileId: string; opened: OpenedState; session: OpenSession; isLocked: boolean }

/** The states of the page for a state file. The worker starts with the page, so that nothing is loaded later. */
export function useOpenState() {
  const thread = useRef<OfflineThread>(undefined)
  const turn = useRef(0)
  const [step, setStep] = useState<Stage>({ step: 'nothing' })
  /** The folder that the file came from, to go back to. */
  const [bucket, setBucket] = useState<DroppedBucket>()

  async function open({ path, file }: ChosenFile, { isLocked = false } = {}) {
    const keeper = thread.current
    if (!keeper) return
    turn.current += 1
    const mine = turn.current
    setStep({ step: 'reading', name: path })
    try {
      const facts = await keeper.call('open', file)
      if (mine !== turn.current) return
      setStep({ step: 'verifying', name: path, file: facts })
      const opened = await keeper.call('look')
      if (mine !== turn.current) return
      const session = { id: crypto.randomUUID(), thread: keeper }
      const next: Stage = { step: 'opened', name: path, opened, isLocked, fileId: crypto.randomUUID(), session }
      startTransition(() => setStep(next)) // in small pieces, so that the page stays responsive with 30,000 entries
    } catch (error) {
      if (mine === turn.current) setStep({ step: 'trouble', name: path, message: sentenceOf(error) })
    }
  }

  async function openBucket(found: Bucket) {
    turn.current += 1
    const mine = turn.current
    const former = bucket?.survey ? allTroubles(bucket.bucket, bucket.survey, serverNow()) : []
    const show = (survey: BucketSurvey | undefined) => {
      const dropped = { bucket: found, survey, former }
      setBucket(dropped)
      setStep({ step: 'bucket', dropped })
    }
    show(undefined)
    const survey = await thread.current?.call('survey', found).catch(() => undefined)
    if (mine !== turn.current) return
    if (survey) show(survey)
    else
      setStep({
        step: 'trouble',
        name: 'The folder',
        message: 'Its files could not be read: they changed since you chose it. Choose it again.',
      })
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
        void openBucket(found)
      } else if (first && files.length === 1) {
        setBucket(undefined)
        void open(first)
      } else {
        setStep({
          step: 'trouble',
          name: counted(files.length, 'file'),
          message:
            'These are several files, and no folder of a self-managed backend: there is no .pulumi with stacks in it. Choose one state file.',
        })
      }
    },
    /** The state after an edit: cached answers about the former one are dropped. */
    changed: (opened: OpenedState) =>
      setStep((old) =>
        old.step === 'opened' ? { ...old, opened, session: { ...old.session, id: crypto.randomUUID() } } : old,
      ),
    backToBucket: () => bucket && setStep({ step: 'bucket', dropped: bucket }),
    close: () => setStep({ step: 'nothing' }),
  }
}

export const sentenceOf = (error: unknown): string =>
  error instanceof UnreadableFile
    ? error.message
    : 'This file could not be opened, which is a bug in this console. The file is unchanged.'
