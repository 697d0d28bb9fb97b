import Layers from 'lucide-react/icons/layers'
import SearchIcon from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import type { FoundResources } from '#contract/search.ts'
import { isEmptySearch, parseSearch } from '#domain/search/searchQuery.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { RowsShape } from '#src/ui/WaitingShapes.tsx'
import { FoundTable } from './FoundTable.tsx'
import { SearchExamples } from './SearchExamples.tsx'

type Props = {
  query: string
  /** Undefined until the search is answered. */
  resources: FoundResources['resources'] | undefined
  /** Whether some stacks are not indexed yet. */
  isBehind: boolean
  hasNoStacks: boolean
  onQuery: (query: string) => void
}

/** The resources that match; examples before anything is searched for. */
export function SearchResults({ query, resources, isBehind, hasNoStacks, onQuery }: Props) {
  const search = parseSearch(query)
  if (isEmptySearch(search)) {
    if (hasNoStacks) return <NoStacks />
    return (
      <EmptyState Icon={SearchIcon} title="Find a resource in any stack">
        <SearchExamples onPick={onQuery} />
      </EmptyState>
    )
  }
  if (resources === undefined) {
    return (
      <Skeleton label="Searching">
        <RowsShape columns="2fr 1.5fr 2fr 2fr 4rem" rows={10} />
      </Skeleton>
    )
  }
  if (resources.length > 0) return <FoundTable resources={resources} query={query} onFilter={onQuery} />
  return (
    <EmptyState
      Icon={SearchX}
      title={isBehind ? 'No match so far' : 'No matching resources'}
      action={<Button onClick={() => onQuery('')}>Clear the search</Button>}
    >
      {isTooShort(search.words) ? (
        'Type two characters or more.'
      ) : isBehind ? (
        'Some stacks are still being indexed. Results appear by themselves.'
      ) : (
        <span className="wrap-anywhere">No name, type, ID or URN matches “{query}”.</span>
      )}
    </EmptyState>
  )
}

const NoStacks = () => (
  <EmptyState
    Icon={Layers}
    title="No stacks yet"
    action={
      <LinkButton look="primary" to={paths.connect()}>
        Connect the CLI
      </LinkButton>
    }
  >
    Search finds the resources of every stack that is created or imported here.
  </EmptyState>
)

const isTooShort = (words: readonly string[]) => words.length > 0 && words.every((word) => word.length < 2)
