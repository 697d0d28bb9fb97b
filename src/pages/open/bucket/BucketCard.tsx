import type { Bucket, BucketStack } from '#src/features/offline/bucket.ts'
import {
  allTroubles,
  backendTroubles,
  resolvedTroubles,
  stackTroubles,
  type Trouble,
} from '#src/features/offline/bucketTroubles.ts'
import type { BucketSurvey, StackSurvey } from '#src/features/offline/surveyBucket.ts'
import { bytesText } from '#words/bytes.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Status } from '#src/ui/Status.tsx'
import { counted } from '#words/counts.ts'
import { BucketSources } from './BucketSources.tsx'
import { BucketTrouble } from './BucketTrouble.tsx'

type Props = {
  bucket: Bucket
  /** Arrives a moment after the list. */
  survey: BucketSurvey | undefined
  /** Of the folder dropped before. */
  former: readonly Trouble[]
  onOpen: (file: ChosenFile, of: { isLocked: boolean }) => void
}

/** The stacks in a folder of a self-managed backend: the problems of each, and their fixes. */
export function BucketCard({ bucket, survey, former, onOpen }: Props) {
  const general = survey ? backendTroubles(bucket, survey) : []
  const gone = survey ? resolvedTroubles(former, allTroubles(bucket, survey, serverNow())) : []
  return (
    <Card title={`Stacks in this folder (${bucket.stacks.length})`}>
      <div className="flex flex-col gap-5">
        {!survey && (
          <p role="status" className="text-muted">
            Looking into the files…
          </p>
        )}
        {gone.length > 0 && (
          <Notice tone="ok" announce="status" title="Fixed since you last dropped it">
            <ul className="flex flex-col">
              {gone.map(({ key, title }) => (
                <li key={key}>
                  {title} <span className="text-sm text-muted">({key})</span>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {general.map((each) => (
          <BucketTrouble key={each.key} trouble={each} />
        ))}
        <ul className="flex flex-col gap-6">
          {bucket.stacks.map((stack) => (
            <li key={stack.name} className="flex min-w-0 flex-col gap-3">
              <Stack stack={stack} survey={survey?.stacks.find(({ name }) => name === stack.name)} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        {survey && (
          <p className="text-sm text-muted">When the commands have run, drop the folder again to see what is fixed.</p>
        )}
      </div>
    </Card>
  )
}

function Stack({
  stack,
  survey,
  onOpen,
}: { stack: BucketStack; survey: StackSurvey | undefined } & Pick<Props, 'onOpen'>) {
  const { name, file, backup, locks, history } = stack
  const isLocked = locks.length > 0
  const troubles = survey ? stackTroubles(survey, serverNow()) : []
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        {isLocked && <Status tone="attention">Locked</Status>}
        {survey && troubles.length === 0 && <Status tone="ok">Files are whole</Status>}
        <span className="text-sm text-muted">
          {file ? bytesText(file.file.size) : 'its file is missing'}
          {history > 0 && `, ${counted(history, 'earlier checkpoint')}`}
          {survey &&
            !name.includes('/') &&
            `, would get the project ${survey.project ?? 'of no one: no resource tells it'}`}
        </span>
        <span className="flex flex-wrap gap-2">
          {file && (
            <Button size="sm" look="primary" aria-label={`Open ${name}`} onClick={() => onOpen(file, { isLocked })}>
              Open
            </Button>
          )}
          {backup && (
            <Button
              size="sm"
              aria-label={`Open the previous one (.bak) of ${name}`}
              onClick={() => onOpen(backup, { isLocked })}
            >
              Open the previous one (.bak)
            </Button>
          )}
        </span>
      </div>
      {troubles.map((each) => (
        <BucketTrouble key={each.key} trouble={each} />
      ))}
      {survey && troubles.length > 0 && survey.sources.length > 0 && (
        <BucketSources
          name={name}
          sources={survey.sources}
          stack={stack}
          onOpen={(each) => onOpen(each, { isLocked })}
        />
      )}
    </>
  )
}
