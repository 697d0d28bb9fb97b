import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Outline = { isShown: boolean | undefined; setShown: (isShown: boolean) => void }

/** Whether the user wants the outline beside graphs, kept by this browser; undefined until they have said so. */
export const useOutline = create<Outline>()(
  persist((set) => ({ isShown: undefined, setShown: (isShown) => set({ isShown }) }), { name: 'holdfast.outline' }),
)

/** From this number of resources on, most are in closed groups, and the outline is beside the graph at first. */
const MANY = 100

/** Whether the outline is beside a graph of so many resources. */
export const showsOutline = (choice: boolean | undefined, count: number): boolean => choice ?? count >= MANY
