import { render, screen, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it, vi } from 'vitest'
import type { StackGraph } from '#contract/stackGraph.ts'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { viewOf } from '#src/features/graph/worker/expected.ts'
import { linksOf, stackMarks, stackPicture } from './stackPicture.ts'
import { StackMap } from './StackMap.tsx'

const stack = (project: string, name: string, health: 'ok' | 'failed' = 'ok'): StackGraph['stacks'][number] => ({
  ref: { org: 'acme', project, stack: name },
  health,
  healthReason: '',
  lastKind: 'destroy',
  resourceCount: 3,
})

const graph: StackGraph = {
  stacks: [stack('network', 'prod'), stack('shop', 'dev'), stack('shop', 'prod', 'failed')],
  links: [
    { from: 1, to: 0 },
    { from: 2, to: 0 },
  ],
  elsewhere: [{ from: 1, name: 'acme/old/prod' }],
  aloneCount: 0,
}
const size = { width: 1000, height: 600 }
const picture = stackPicture(graph)
const { topology, tree } = picture.model

function open({ selected = -1, shut = [] as number[] } = {}) {
  const changes = { opened: new Set<number>(), shut: new Set(shut) }
  const calls = { onToggle: vi.fn<(group: number, isOpen: boolean) => void>(), onEmpty: vi.fn<() => void>() }
  const element = (
    <StackMap
      {...{ graph, picture, size, selected, ...calls }}
      positions={layoutView(topology, tree, viewOf(0, size, changes, true))}
      marks={stackMarks(graph, linksOf(graph), selected, new Set())}
      hits={undefined}
      linkTo={(index) => `?stack=${index}`}
    />
  )
  const router = createMemoryRouter([{ path: '*', element }])
  render(<RouterProvider router={router} />)
  return { router, ...calls, map: within(screen.getByRole('group', { name: 'Map of linked stacks' })) }
}

it('has a link for each stack here, with what the legend says of it, which Tab and Enter follow', async () => {
  const { router, map } = open()
  expect(map.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'networkprodHealthy',
    'devshopHealthy',
    '✕prodshopLast destroy failed, needs attention',
  ])
  const failed = map.getByRole('link', { name: /failed/ })
  expect(within(failed).getByText('✕'), 'the sign of the legend').toBeInTheDocument()
  expect(map.getByText('old').closest('a'), 'not on this server').toBeNull()
  map.getByRole('link', { name: /^network/ }).focus()
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.search).toBe('?stack=0')
})

it('marks the selected stack as the current one', () => {
  const { map } = open({ selected: 0 })
  expect(map.getByRole('link', { current: true })).toHaveTextContent(/^network/)
})

it('closes the frame of a project', async () => {
  const shop = tree.itemOf[graph.stacks.length + 1] ?? -1 // after the stack that is elsewhere
  const { map, onToggle } = open()
  // Only the button of a frame takes the pointer, by a class whose styles are not loaded here.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  await user.click(map.getByRole('button', { name: 'Close shop' }))
  expect(onToggle).toHaveBeenCalledWith(shop, true)
})

it('shows a closed project with the number of its stacks, and of those that need attention, and opens it', async () => {
  const shop = tree.itemOf[graph.stacks.length + 1] ?? -1
  const { map, onToggle } = open({ shut: [tree.key[shop] ?? 0] })
  expect(map.queryByRole('link', { name: /^dev/ })).not.toBeInTheDocument()
  const closed = map.getByRole('button', { name: /^shop 2/, expanded: false })
  expect(closed).toHaveTextContent('✕ 1')
  await userEvent.click(closed)
  expect(onToggle).toHaveBeenCalledWith(shop, false)
})
