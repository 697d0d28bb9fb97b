import { useState } from 'react'
import { findProblems } from '#domain/problems/find.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

type Props = { stack?: string | undefined }

/** All problems with a page, by subject. */
export function ProblemList({ stack }: Props) {
  const [query, setQuery] = useState('')
  const found = findProblems(query)
  const groups = Map.groupBy(found, ({ group }) => group)
  return (
    <Card
      look="section"
      title="Known problems"
      actions={
        <div className="w-64 max-sm:w-44">
          <SearchField
            label="Find a problem"
            value={query}
            onChange={setQuery}
            matches={query === '' ? undefined : found.length}
          />
        </div>
      }
    >
      {found.length === 0 && <p className="text-muted">None is called “{query}”. Paste the message above instead.</p>}
      <div className="pt-2 gap-x-8 sm:columns-2 lg:columns-3">
        {[...groups].map(([group, entries]) => (
          <section key={group} aria-label={group} className="mb-4 break-inside-avoid">
            <h3 className="text-xs font-medium text-muted">{group}</h3>
            <ul className="mt-1 flex flex-col gap-1.5">
              {entries.map(({ id, title }) => (
                <li key={id}>
                  <TextLink to={paths.problem(id, { stack })}>{title}</TextLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}
