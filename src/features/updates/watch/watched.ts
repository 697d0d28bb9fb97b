import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { StackRef } from '#contract/common.ts'

/** A run whose end the user wants to be notified of. */
export type Watched = { id: string; stack: StackRef; title: string; path: string }

type WatchedRuns = {
  runs: readonly Watched[]
  watch: (run: Watched) => void
  forget: (id: string) => void
}

/** More would need a list, and there is one: Activity. */
const MAX = 20

/** The watched runs of this browser, shared by all its tabs. */
export const useWatchedRuns = create<WatchedRuns>()(
  persist(
    (set) => ({
      runs: [],
      watch: (run) => set(({ runs }) => ({ runs: [...runs.filter(({ id }) => id !== run.id), run].slice(-MAX) })),
      forget: (id) => set(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) })),
    }),
    { name: 'holdfast.watchedRuns', partialize: ({ runs }) => ({ runs }) },
  ),
)
