import { useQuery } from '@tanstack/react-query'
import { preferenceQueries } from '#src/api/preferences.ts'
import { Card } from '#src/ui/Card.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import { StackTable } from './StackTable.tsx'

type Props = { hidden: ReadonlySet<string>; onTag: (tag: string) => void }

/** The user's favourites, above the list of all stacks; nothing if there are none. */
export function FavouriteStacks({ hidden, onTag }: Props) {
  const { data } = useQuery({ ...preferenceQueries.favourites(), throwOnError: false })
  if (!data || data.stacks.length === 0) return null
  return (
    <Card title="Favourites" padding="none">
      <StackTable
        label="Favourites"
        page={{ ...data, groups: [] }}
        hidden={hidden}
        onTag={onTag}
        mark={(stack) => <FavouriteButton stack={stack} />}
      />
    </Card>
  )
}
