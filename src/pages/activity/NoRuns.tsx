import Activity from 'lucide-react/icons/activity'
import SearchX from 'lucide-react/icons/search-x'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { filterWords } from '#src/ui/ListFilters.tsx'
import { FILTERS } from './ActivityFilters.tsx'
import type { AddressValues } from './filter.ts'

type Props = { choice: AddressValues; isPartial: boolean; onAll: () => void }

/** In place of the table: nothing has run, or nothing matches. */
export function NoRuns({ choice, isPartial, onAll }: Props) {
  const words = filterWords(FILTERS, choice)
  if (words === '' && choice.before === undefined) {
    return (
      <EmptyState
        Icon={Activity}
        title="Nothing has run yet"
        action={
          <LinkButton look="primary" to={paths.connect()}>
            Connect the CLI
          </LinkButton>
        }
      >
        Every update, preview, refresh and destroy of every stack appears here as it runs.
      </EmptyState>
    )
  }
  return (
    <EmptyState Icon={SearchX} title="No matching updates" action={<Button onClick={onAll}>Show everything</Button>}>
      {words && <>Filter: {words}.</>}
      {isPartial && ' Only the newest updates were compared: “Older” continues.'}
    </EmptyState>
  )
}
