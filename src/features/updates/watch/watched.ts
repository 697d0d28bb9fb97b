import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { StackRef } from '#contract/common.ts'
import type { RunProgress } from '#contract/runCourse.ts'
import { sessionQueries } from '#src/api/session.ts'
import type { CiJob } from '#words/personName.ts'

export type RunEnd = Pick<RunProgress, 'status' | 'startedAt'> & { endedAt: number }

/** A run whose end the user wants to be notified of. */
export type Watched = {
  id: string
  stack: StackRef
  title: string
  path: string
  /** Login of the user who watches it. */
  watcher: string
  by: { login: string; ci: CiJob | null }
  /** Absent while it runs. */
  end?: RunEnd
  /** The user has looked at its end. */
  isSeen?: boolean
}

type WatchedRuns = {
  runs: readonly Watched[]
  watch: (run: Watched) => void
  forget: (id: string) => void
  ended: (id: string, end: RunEnd) => void
  /** Marks the ends as seen: all, or those of one address. */
  seen: (path?: string) => void
  forgetEnded: () => void
}

/** More would need a list, and there is one: Activity. */
const MAX = 20
const KEY = 'holdfast.watchedRuns'

/** The watched runs of this browser, shared by all its tabs: running ones, and ended ones until they are cleared. */
export const useWatchedRuns = create<WatchedRuns>()(
  persist(
    (set) => ({
      runs: [],
      watch: (run) => set(({ runs }) => ({ runs: [...runs.filter(({ id }) => id !== run.id), run].slice(-MAX) })),
      forget: (id) => set(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) })),
      ended: (id, end) => set(({ runs }) => ({ runs: runs.map((run) => (run.id === id ? { ...run, end } : run)) })),
      seen: (path) =>
        set(({ runs }) => ({
          runs: runs.map((run) =>
            isUnseen(run) && (path === undefined || run.path === path) ? { ...run, isSeen: true } : run,
          ),
        })),
      forgetEnded: () => set(({ runs }) => ({ runs: runs.filter(({ end }) => end === undefined) })),
    }),
    { name: KEY, partialize: ({ runs }) => ({ runs }) },
  ),
)

export const isUnseen = ({ end, isSeen }: Watched): boolean => end !== undefined && !isSeen

/** Takes over what another tab changes: otherwise this tab's next change would undo it. Returns how to stop. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY) void useWatchedRuns.persist.rehydrate()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** Those of the signed-in user: the next one of this browser may be another. */
export function useMyWatchedRuns(): Watched[] {
  const { data: session } = useQuery(sessionQueries.current())
  const runs = useWatchedRuns((state) => state.runs)
  return runs.filter(({ watcher }) => watcher === session?.login)
}
