import { createContext } from 'react'

/** Opens or closes the group of an item. A context, so that nodes stay the same objects across renders. */
export const ToggleContext = createContext<(item: number) => void>(() => {})
