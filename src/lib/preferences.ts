import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { writeTimesIn } from '#words/time.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export const DENSITIES = ['comfortable', 'compact'] as const
export const TIME_ZONES = ['local', 'utc'] as const
export const MOTIONS = ['system', 'off'] as const

/** Preferences of a user, kept in this browser. */
export type Preferences = {
  theme: (typeof THEMES)[number]
  density: (typeof DENSITIES)[number]
  /** The zone in which the console writes times. */
  timeZone: (typeof TIME_ZONES)[number]
  motion: (typeof MOTIONS)[number]
  /** Whether the browser shows notifications, if it may. */
  notifications: boolean
  /** Whether single-character shortcuts are on. */
  singleKeys: boolean
}

/** `public/theme-init.js` reads the same entry before the first paint. A change: `usePreferences.setState({ theme })`. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      theme: 'system',
      density: 'comfortable',
      timeZone: 'local',
      motion: 'system',
      notifications: true,
      singleKeys: true,
    }),
    { name: 'holdfast.preferences' },
  ),
)

/** Applies the preferences to the document and to the texts of times from now on. Returns how to stop. */
export function applyPreferences({ dataset }: HTMLElement): () => void {
  const apply = ({ theme, density, motion, timeZone }: Preferences): void => {
    // What is left to the system has no attribute.
    for (const [name, value, usual] of [
      ['theme', theme, 'system'],
      ['density', density, 'comfortable'],
      ['motion', motion, 'system'],
    ] as const)
      if (value === usual) delete dataset[name]
      else dataset[name] = value
    writeTimesIn(timeZone)
  }
  apply(usePreferences.getState())
  return usePreferences.subscribe(apply)
}
