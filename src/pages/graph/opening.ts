import type { QueryClient } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { readAddress } from '#src/features/graph/address.ts'
import { expectedSize, viewOf } from '#src/features/graph/aside/expected.ts'
import { modelQuery } from '#src/features/graph/aside/queries.ts'
import { isWide } from '#src/features/graph/useIsWide.ts'

/** Asks for a graph; once it is there it is grouped and laid out, while the page is still being made. Failures are reported by the page. */
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
