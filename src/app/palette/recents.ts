import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { fullName } from '#domain/stackName.ts'
import { paths, stackOf } from '#src/lib/paths.ts'

export type RecentKind = 'stack' | 'resource' | 'update'
/** Recently visited pages. `login`, because the next user of the browser may be another one. */
export type Recent = { login: string; to: string; label: string; kind: RecentKind }

const KEPT = 12

type Recents = { places: Recent[]; remember: (place: Recent) => void }

/** Kept in this browser: newest first, each once. */
export const useRecents = create<Recents>()(
  persist(
    (set) => ({
      places: [],
      remember: (place) =>
        set(({ places }) => ({ places: [place, ...places.filter(({ to }) => to !== place.to)].slice(0, KEPT) })),
    }),
    { name: 'holdfast.recents', partialize: ({ places }) => ({ places }) },
  ),
)

/** Forgets the recently visited pages at the end of the session. */
export function forgetRecents(): void {
  useRecents.setState({ places: [] })
  useRecents.persist.clearStorage()
}

/** The stack of the current page. */
export function useCurrentStack() {
  const { org, project, stack } = useMatches().at(-1)?.params ?? {}
  return org && project && stack ? stackOf({ org, project, stack }) : undefined
}

/** Remembers each visited stack. */
export function useRememberStacks(login: string | undefined): void {
  const stack = useCurrentStack()
  const to = stack && paths.stack(stack)
  const label = stack && fullName(stack)
  useEffect(() => {
    // Opened files are closed by a reload: nothing of them is stored.
    if (to !== undefined && label !== undefined && login !== undefined && !label.startsWith(`${OPENED_ORG}/`))
      useRecents.getState().remember({ login, to, label, kind: 'stack' })
  }, [to, label, login])
}
