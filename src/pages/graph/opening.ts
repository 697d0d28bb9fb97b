import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { readAddress } from '#src/features/graph/address.ts'
import { showsOutline, useOutline } from '#src/features/graph/outline.ts'
import { expectedSize, viewOf } from '#src/features/graph/worker/expected.ts'
import { modelQuery } from '#src/features/graph/worker/queries.ts'
import { warmUp } from '#src/features/graph/worker/thread.ts'
import { hasStrip, pastVersion, readOverlay } from '#src/features/graph/overlays/choice.ts'
import { isWide } from '#src/features/graph/useIsWide.ts'

/** Starts the worker and the request. The page is not needed for either. */
export const loader =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs) => {
    warmUp()
    void openGraph(client, StackRef.parse(params), new URL(request.url).searchParams)
  }

/**
 * Fetches a graph, and starts grouping and layout as soon as it is there, while the page is still rendering. Failures
 * are reported by the page.
 */
async function openGraph(client: QueryClient, stack: StackRef, search: URLSearchParams): Promise<void> {
  const graph = await fetched(client, stack, search)
  if (!graph) return
  performance.mark('graph:data')
  const { opened, shut, grouping } = readAddress(search)
  const hasOutline = showsOutline(useOutline.getState().isShown, graph.names.length)
  // Most often there by now, since it is small; without it, the picture is laid out again if there is a strip.
  const detail = client.getQueryData(stackQueries.detail(stack).queryKey)
  const around = { hasOutline, hasStrip: hasStrip(readOverlay(search.get('overlay')), detail) }
  const view = isWide() ? viewOf(0, expectedSize(around), { opened, shut }) : undefined
  await client.prefetchQuery(modelQuery(fullName(stack), graph, grouping, view))
}

/** The state that the address is about; undefined if it cannot be read. */
async function fetched(client: QueryClient, stack: StackRef, search: URLSearchParams) {
  const choice = readOverlay(search.get('overlay'))
  try {
    const isNamed = choice.version !== undefined
    const newest = isNamed ? (await client.ensureQueryData(stackQueries.detail(stack))).version : 0
    const version = pastVersion(choice, newest)
    const past = version === undefined ? null : await client.fetchQuery(resourceQueries.graph(stack, version))
    return past ?? (await client.fetchQuery(resourceQueries.graph(stack)))
  } catch {
    return undefined
  }
}
