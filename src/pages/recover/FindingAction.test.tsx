import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { KeptElsewhere } from '#contract/backends.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { FindingAction } from './FindingAction.tsx'

const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const finding = {
  recovery: 'finish-destroy',
  blocked: null,
  level: 2,
  title: 'web could not be deleted',
  couldBeLost: 'It keeps running.',
} as Finding
const diagnosis = { pending: [], lease: null, interrupted: null } as unknown as Diagnosis

it.each([
  ['here', null, 'To confirm: type organization/shop/prod.'],
  ['in a bucket', { kind: 's3' }, 'Result: a state file and the commands to import it; Holdfast writes nothing.'],
])('a failed delete says how its entry is removed from a state that is kept %s', (_, elsewhere, words) => {
  const client = new QueryClient()
  const { queryKey } = stackQueries.detail(stack)
  client.setQueryData<{ elsewhere: Pick<KeptElsewhere, 'kind'> | null }>([...queryKey], { elsewhere } as never)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const link = screen.getByRole('link', { name: 'Remove from the state instead…' })
  expect(link.nextElementSibling).toHaveTextContent(`${words} It keeps running.`)
})
