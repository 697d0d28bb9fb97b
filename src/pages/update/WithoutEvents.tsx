import type { UpdateDetail } from '#contract/updates.ts'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** What is known of the changes of a run in a connected backend: their numbers, and the state before and after. */
export function WithoutEvents({ run: { stack, version, resourceChanges }, why }: { run: UpdateDetail; why: string }) {
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
        {version !== null && version > 1 && (
          <p>
            <TextLink to={paths.compare(stack, { from: version - 1, to: version })}>
              Compare the state with version {version - 1}
            </TextLink>
          </p>
        )}
        <p className="text-sm text-muted">{why}</p>
      </div>
    </Card>
  )
}
