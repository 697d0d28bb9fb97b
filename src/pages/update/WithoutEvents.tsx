import type { UpdateDetail } from '#contract/updates.ts'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { Card } from '#src/ui/Card.tsx'

/** What is known of the changes of a run in a connected backend: their numbers. */
export function WithoutEvents({ run: { resourceChanges }, why }: { run: UpdateDetail; why: string }) {
  return (
    <Card title="Changes">
      <div className="flex flex-col gap-2">
        <p>
          {resourceChanges === null ? (
            <span className="text-muted">The number of changes is not recorded.</span>
          ) : (
            <ChangeCounts counts={resourceChanges} />
          )}
        </p>
        <p className="text-sm text-muted">{why}</p>
      </div>
    </Card>
  )
}
