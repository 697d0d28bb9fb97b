import { createContext } from 'react'

/** Opens or closes the group of an item; in a context so that nodes stay the same objects when the page renders. */
export const ToggleContext = createContext<(item: number) => void>(() => {})
