import type { StackReaders } from '#contract/stackGraph.ts'
import { fullName } from '#domain/stackName.ts'
import { Status } from '#src/ui/Status.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted, list } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { isStale } from './stackPicture.ts'

/** Readers whose last update saw former outputs: they use those until they are updated. */
export function StaleReaders({ readers: { readers, unreadCount } }: { readers: StackReaders }) {
  const stale = readers.filter(isStale)
  const secretCount = readers.reduce((sum, each) => sum + each.secretCount, 0)
  return (
    <div className="flex flex-col gap-1">
      {stale.length === 0 && (
        <span>{readers.some(({ isKnown }) => isKnown) ? 'All readers have the current values.' : 'Not known.'}</span>
      )}
      <ul aria-label="Readers of older outputs" className="flex flex-col gap-1">
        {stale.map(({ ref, differs, updatedAt }) => (
          <li key={fullName(ref)} className="flex flex-wrap items-baseline gap-x-2">
            <Status tone="attention">{fullName(ref)}</Status>
            <span className="wrap-anywhere text-muted">
              {list(differs.map(({ output, how }) => `${visibleText(output)} ${WORDS[how]}`))} since its update{' '}
              {updatedAt !== null && <Time at={updatedAt} />}
            </span>
          </li>
        ))}
      </ul>
      {secretCount > 0 && (
        <span className="text-sm text-muted">{counted(secretCount, 'secret value')} cannot be compared.</span>
      )}
      {unreadCount > 0 && (
        <span className="text-sm text-muted">{counted(unreadCount, 'more reader')} not looked at.</span>
      )}
    </div>
  )
}

const WORDS = { changed: 'has changed', added: 'was added', removed: 'is gone' } as const
