import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hashOf } from '#domain/graphLayout/topology.ts'
import { layoutAside } from './layoutThread.ts'
import type { GraphModel } from './model.ts'

/** A layout is a query: cached, shared, cancelled. Keyed by structure and open groups alone: a status moves no box. */
export const layoutQuery = ({ topology, tree, hash }: GraphModel, isOpen: Uint8Array) =>
  queryOptions({
    queryKey: ['layout', hash, hashOf(isOpen)],
    queryFn: async ({ signal }) => {
      const dependencies = { edgeFrom: topology.edgeFrom, edgeTo: topology.edgeTo }
      const positions = await layoutAside([dependencies, tree, isOpen], signal)
      performance.mark('graph:layout')
      return positions
    },
    staleTime: Infinity,
    structuralSharing: false, // typed arrays: nothing to share, and comparing them would cost more than the layout
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always', // no network in it: the graph opens while offline
  })
