import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const THEMES = ['system', 'light', 'dark'] as const
export const DENSITIES = ['comfortable', 'compact'] as const
export type Theme = (typeof THEMES)[number]
export type Density = (typeof DENSITIES)[number]

type Preferences = {
  theme: Theme
  density: Density
  /** Whether single-character shortcuts are on. */
  singleKeys: boolean
  setTheme: (theme: Theme) => void
  setDensity: (density: Density) => void
  setSingleKeys: (singleKeys: boolean) => void
}

/** Preferences kept in this browser. `public/theme-init.js` reads the same entry before the first paint. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'system',
      density: 'comfortable',
      singleKeys: true,
      setTheme: (theme) => set({ theme }),
      setDensity: (density) => set({ density }),
      setSingleKeys: (singleKeys) => set({ singleKeys }),
    }),
    { name: 'holdfast.preferences', partialize: ({ theme, density, singleKeys }) => ({ theme, density, singleKeys }) },
  ),
)

/** Applies the preferences to the document from now on: theme, density, and whether keys of one character are on. */
export function applyPreferences(root: HTMLElement): () => void {
  const apply = ({ theme, density, singleKeys }: Preferences): void => {
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    if (density === 'compact') root.dataset['density'] = density
    else delete root.dataset['density']
    if (singleKeys) delete root.dataset['singleKeys']
    else root.dataset['singleKeys'] = 'off'
  }
  apply(usePreferences.getState())
  return usePreferences.subscribe(apply)
}
