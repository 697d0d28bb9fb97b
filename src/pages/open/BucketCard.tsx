import { useQuery } from '@tanstack/react-query'
import { cancel } from '#domain/commands.ts'
import { type Bucket, type BucketStack, lockHolder } from '#src/features/offline/bucket.ts'
import { bytesText } from '#src/lib/bytes.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Status } from '#src/ui/Status.tsx'

type Props = { bucket: Bucket; onOpen: (file: ChosenFile, of: { isLocked: boolean }) => void }

/** The stacks of a self-managed backend's folder. */
export const BucketCard = ({ bucket, onOpen }: Props) => (
  <Card title={`Stacks in this folder (${bucket.stacks.length})`}>
    {bucket.isOldLayout && (
      <Notice
        tone="attention"
        announce="none"
        title="This folder has the old layout, without projects"
        className="mb-4"
      >
        Stacks open here all the same. <code className="font-mono">pulumi state upgrade</code> brings the folder to the
        present one.
      </Notice>
    )}
    <ul className="flex flex-col gap-5">
      {bucket.stacks.map((stack) => (
        <li key={stack.name} className="flex min-w-0 flex-col gap-2">
          <Stack stack={stack} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </Card>
)

function Stack({ stack, onOpen }: { stack: BucketStack } & Pick<Props, 'onOpen'>) {
  const { name, file, backup, locks, history } = stack
  const isLocked = locks.length > 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        {isLocked && <Status tone="attention">Locked</Status>}
        <span className="text-sm text-muted">
          {file ? bytesText(file.file.size) : 'its file is missing'}
          {history > 0 && `, ${history} former checkpoints`}
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
              aria-label={`Open the former one (.bak) of ${name}`}
              onClick={() => onOpen(backup, { isLocked })}
            >
              Open the former one (.bak)
            </Button>
          )}
        </span>
      </div>
      {locks.map((lock) => (
        <Lock key={lock.path} name={name} lock={lock} />
      ))}
    </>
  )
}

function Lock({ name, lock }: { name: string; lock: ChosenFile }) {
  const { data } = useQuery({
    queryKey: ['offline', 'lock', lock.path, lock.file.lastModified],
    queryFn: () => lock.file.slice(0, 10_000).text(),
    networkMode: 'always',
  })
  const [project = '', stack] = name.split('/')
  const command =
    stack === undefined ? `pulumi cancel --stack ${project}` : cancel({ org: 'organization', project, stack })
  return (
    data !== undefined && (
      <Notice tone="attention" announce="none" title={`A lock was left by ${lockHolder(data)}`}>
        <p>
          If that process still runs, let it end. If it is gone (look on that machine), this takes the lock away; what
          it had begun stays listed as pending operations. (GR-04)
        </p>
        <CodeLine code={command} className="mt-2" />
      </Notice>
    )
  )
}
