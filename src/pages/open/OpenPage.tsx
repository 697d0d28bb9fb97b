import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackSummary } from '#contract/stacks.ts'
import { isAnythingOpen } from '#src/api/http/transport.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { StackTable } from '#src/features/stacks/list/StackTable.tsx'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'
import { takeHandedOver } from '#src/lib/handOver.ts'
import { paths } from '#src/lib/paths.ts'
import { openedFrom, openFiles } from '#src/opened/openFiles.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { counted } from '#words/counts.ts'
import { clockTime } from '#words/time.ts'

/** Opens a state file, or the folder of a backend, in this browser alone: its stacks are shown by the pages of a stack. */
export default function OpenPage() {
  const { mutate, isPending, error, variables = [] } = useOpening()
  return (
    <>
      <PageHeader title="Open a state file" />
      <p className="max-w-4xl text-muted">
        Open a state from any backend: a file from <Mono>pulumi stack export</Mono>, a checkpoint file, or a whole
        folder with its <Mono>.pulumi</Mono>, also zipped. Inspect, recover, edit and compare it like a stack of this
        server. Then download it for <Mono>pulumi stack import</Mono>, or import it here.
      </p>
      {isAnythingOpen() && <OpenedStacks />}
      <FileDrop
        label="Choose a state file"
        folderLabel="Choose a folder"
        takesSeveral
        hint="JSON, packed with gzip or not, up to 200 MB. It stays in this browser: it is never uploaded or stored, and a reload closes it."
        onFiles={(files) => mutate(files)}
        busy={isPending ? `Reading ${nameOf(variables)}…` : undefined}
      />
      {error && (
        <Notice tone="danger" title={`${nameOf(variables)} cannot be opened`}>
          {sentenceOf(error)}
        </Notice>
      )}
      <WhereFrom />
    </>
  )
}

/** Opens files: one stack leads to its pages, several to their list. */
function useOpening() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const opening = useMutation({
    mutationFn: openFiles,
    onSuccess: async ({ stacks }) => {
      // Nothing of the files before may be shown as if it were of these, and a list on this page is read again.
      await client.resetQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(`"${OPENED_ORG}`) })
      const [only, ...others] = stacks
      if (only && others.length === 0) await navigate(paths.stack({ org: OPENED_ORG, ...only }))
    },
  })
  const { mutate } = opening
  useEffect(() => {
    const file = takeHandedOver()
    if (file) mutate([{ path: file.name, file }])
  }, [mutate])
  return opening
}

const nameOf = (files: readonly ChosenFile[]): string =>
  files.length === 1 ? (files[0]?.path ?? '') : counted(files.length, 'file')

const sentenceOf = (error: unknown): string =>
  error instanceof UnreadableFile
    ? error.message
    : 'This file could not be opened, which is a bug in this console. The file is unchanged.'

/** The stacks of what is open, as in any list. */
function OpenedStacks() {
  const filter = { org: OPENED_ORG, sort: 'health', page: 1, runs: 0 } as const
  const { data } = useQuery(stackQueries.list(filter))
  if (!data || data.stacks.length === 0) return null
  return (
    <Card title="Opened in this browser" padding="none">
      <StackTable page={data} hidden={HIDDEN} note={fromFile} />
    </Card>
  )
}

function fromFile({ ref }: StackSummary) {
  const from = openedFrom(ref)
  return (
    from && (
      <>
        {from.file}, opened {clockTime(from.at)}
      </>
    )
  )
}

/** No one holds a file, and the title says where all of them are. */
const HIDDEN = new Set(['runs', 'lease', 'place'])

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
      'az storage blob download --account-name ACCOUNT --auth-mode login --container-name CONTAINER --name .pulumi/stacks/PROJECT/STACK.json --file stack.json',
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
