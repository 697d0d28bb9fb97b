import type { QueryClient } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { readAddress } from '#src/features/graph/address.ts'
import { expectedSize, viewOf } from '#src/features/graph/aside/expected.ts'
import { modelQuery } from '#src/features/graph/aside/queries.ts'
import { isWide } from '#src/features/graph/useIsWide.ts'

/**
 * Fetches a graph, and starts grouping and layout as soon as it is there, while the page is still rendering. Failures
 * are reported by the page.
 */
export async function openGraph(client: QueryClient, stack: StackRef, search: URLSearchParams): Promise<void> {
  const { queryKey, ...query } = resourceQueries.graph(stack)
  await client.prefetchQuery({ queryKey, ...query })
  const graph = client.getQueryData(queryKey)
  if (!graph) return
  performance.mark('graph:data')
  const { opened, shut, grouping, urn } = readAddress(search)
  const view = isWide() ? viewOf(0, expectedSize(urn !== undefined), { opened, shut }) : undefined
  await client.prefetchQuery(modelQuery(fullName(stack), graph, grouping, view))
}
