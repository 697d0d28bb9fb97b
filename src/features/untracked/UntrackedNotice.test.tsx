import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { untrackedQueries } from '#src/api/untracked.ts'
import { UntrackedNotice } from './UntrackedNotice.tsx'

it.each([
  [3, 0, /^3 untracked resources/],
  [3, 2, /^1 other untracked resource/],
  [2, 2, /^$/],
  // A create that started a moment ago is not counted yet.
  [1, 2, /^$/],
])('of %i, with %i on the page already, it counts the others', (open, listed, title) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(untrackedQueries.count().queryKey, { open })
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <UntrackedNotice listed={listed} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(container.textContent).toMatch(title)
})
