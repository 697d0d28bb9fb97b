import { LinkButton } from '#src/ui/LinkButton.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'

type Props<Cursor> = {
  updatedAt: number
  /** Whether the list begins here. */
  isFirst: boolean
  /** Where the list continues; null at its end. */
  older: Cursor | null
  /** The address of the list from its newest, or from `before` on. */
  to: (from?: { before: Cursor }) => string
}

/** Below a list by time: how old the data is, and links to its newest and its older rows. */
export const ListFoot = <Cursor,>({ updatedAt, isFirst, older, to }: Props<Cursor>) => (
  <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
    <UpdatedAt at={updatedAt} />
    <nav aria-label="Pages" className="flex gap-2">
      {!isFirst && (
        <LinkButton size="sm" to={to()}>
          Newest
        </LinkButton>
      )}
      {older !== null && (
        <LinkButton size="sm" to={to({ before: older })}>
          Older
        </LinkButton>
      )}
    </nav>
  </div>
)
