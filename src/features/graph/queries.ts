import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { View } from '#domain/graphLayout/layout.ts'
import { layoutAside } from './layoutThread.ts'
import type { GraphModel } from './model.ts'

/** A layout is a query: cached, shared, cancelled. Keyed by structure and view alone: a status moves no box. */
export const layoutQuery = ({ topology, tree, hash }: GraphModel, view: View) =>
  queryOptions({
    queryKey: ['layout', hash, view.root, view.width, view.height, [...view.opened].join(), [...view.shut].join()],
    queryFn: async ({ signal }) => {
      const dependencies = { edgeFrom: topology.edgeFrom, edgeTo: topology.edgeTo }
      const positions = await layoutAside([dependencies, { ...tree, groupNames: new Map() }, view], signal)
      if (view.root === 0) performance.mark('graph:layout')
      return positions
    },
    staleTime: Infinity,
    structuralSharing: false, // typed arrays: nothing to share, and comparing them would cost more than the layout
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always', // no network in it: the graph opens while offline
  })
