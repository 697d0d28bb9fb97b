import type { FileFacts } from '#src/features/offline/offlineApi.ts'
import { Card } from '#src/ui/Card.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Delayed, Skeleton } from '#src/ui/Skeleton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { FactsCard } from './FactsCard.tsx'
import { fileTitle, ONLY_HERE } from './fileTitle.ts'

/** The facts about a file while it is still being verified: a large state takes a second or two. */
export function VerifyingView({ name, file }: { name: string; file: FileFacts }) {
  return (
    <>
      <PageHeader
        title={fileTitle(name)}
        status={
          <Status tone="running" look="badge">
            Verifying
          </Status>
        }
        meta={ONLY_HERE}
      />
      <FactsCard opened={file} />
      <Delayed>
        <Card title="Verification">
          <Skeleton label={`Verifying ${fileTitle(name)}`} rows={3} />
        </Card>
      </Delayed>
    </>
  )
}
