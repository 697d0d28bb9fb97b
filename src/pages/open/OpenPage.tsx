import { useEffect } from 'react'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { BucketCard } from './bucket/BucketCard.tsx'
import { loadGraphView } from './loadGraphView.ts'
import { OpenedView } from './OpenedView.tsx'
import { VerifyingView } from './VerifyingView.tsx'
import { useOpenState } from './useOpenState.ts'

/** Opens a state file of any backend, to examine and repair it in this browser alone. */
export default function OpenPage() {
  const { step, bucket, open, choose, changed, backToBucket, close } = useOpenState()
  useEffect(() => void loadGraphView().catch(() => undefined), []) // loaded now, so that it works without a network later

  if (step.step === 'opened') {
    return (
      <OpenedView
        key={step.fileId}
        name={step.name}
        opened={step.opened}
        session={step.session}
        isLocked={step.isLocked}
        onChanged={changed}
        actions={
          <>
            {bucket && <Button onClick={backToBucket}>Back to the folder</Button>}
            <Button onClick={close}>Open another file</Button>
          </>
        }
      />
    )
  }
  if (step.step === 'verifying') return <VerifyingView name={step.name} file={step.file} />
  return (
    <>
      <PageHeader title="Open a state file" />
      <p className="max-w-prose text-muted">
        Of any backend: what <Mono>pulumi stack export</Mono> writes, a checkpoint file from a bucket or a folder, or
        the whole folder with its <Mono>.pulumi</Mono>. You see what is in it and its errors, choose the fixes, and
        download the result for <Mono>pulumi stack import</Mono>, or import it here.
      </p>
      <FileDrop
        label="Choose a state file"
        folderLabel="Choose a folder"
        hint="JSON, packed with gzip or not, up to 200 MB. It stays in this browser: it is never uploaded or stored, and a reload closes it."
        onFiles={choose}
        busy={step.step === 'reading' ? `Reading ${step.name}…` : undefined}
      />
      {step.step !== 'bucket' && <WhereFrom />}
      {step.step === 'trouble' && (
        <Notice
          tone="danger"
          title={`${step.name} cannot be opened`}
          actions={bucket && <Button onClick={backToBucket}>Back to the folder</Button>}
        >
          {step.message}
        </Notice>
      )}
      {step.step === 'bucket' && <BucketCard {...step.dropped} onOpen={(file, of) => void open(file, of)} />}
    </>
  )
}

/** How to get a state: from the CLI, or from the storage of a self-managed backend. */
const SOURCES = [
  { title: 'Any backend, with the CLI', command: 'pulumi stack export --file stack.json' },
  { title: 'S3', command: 'aws s3 cp s3://BUCKET/.pulumi/stacks/PROJECT/STACK.json stack.json' },
  {
    title: 'Google Cloud Storage',
    command: 'gcloud storage cp gs://BUCKET/.pulumi/stacks/PROJECT/STACK.json stack.json',
  },
  {
    title: 'Azure Blob Storage',
    command:
      'az storage blob download --container-name CONTAINER --name .pulumi/stacks/PROJECT/STACK.json --file stack.json',
  },
] as const

const WhereFrom = () => (
  <Card look="section" title="Where to get one">
    <ul className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
      {SOURCES.map(({ title, command }) => (
        <li key={title} className="flex min-w-0 flex-col gap-1">
          <span className="text-sm text-muted">{title}</span>
          <CodeLine code={command} label={`Copy the command for ${title}`} />
        </li>
      ))}
    </ul>
  </Card>
)
