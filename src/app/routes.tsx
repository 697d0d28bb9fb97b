import type { QueryClient } from '@tanstack/react-query'
import { type Params, redirect, type RouteObject } from 'react-router'
import { paths } from '#src/lib/paths.ts'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import type { RouteHandle } from './routeHandle.ts'
import { BareShell, BareWaiting, Shell, ShellWaiting } from './Shell.tsx'

const titled = (title: string | ((params: Params) => string)): RouteHandle => ({
  title: typeof title === 'string' ? () => title : title,
})

/** Every address of the console; the links that the CLI prints are among them. A page is loaded when it is asked for. */
export function createRoutes(_client: QueryClient): RouteObject[] {
  const bare: RouteObject[] = []

  const signedIn: RouteObject[] = [
    { path: '/-/settings', loader: () => redirect(paths.settings.tokens()) },
    { path: '*', Component: NotFound, handle: titled('No such page') },
  ]

  return [
    { Component: BareShell, HydrateFallback: BareWaiting, children: [{ ErrorBoundary: RouteError, children: bare }] },
    { Component: Shell, HydrateFallback: ShellWaiting, children: [{ ErrorBoundary: RouteError, children: signedIn }] },
  ]
}
