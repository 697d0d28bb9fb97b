import { createContext, useContext } from 'react'
import { IS_NARROW } from '#src/lib/useMedia.ts'

/** How two values of a property are shown: side by side, or one above the other. */
export const layouts = ['side', 'unified'] as const
export type Layout = (typeof layouts)[number]

/** Two columns, where there is room for them. */
export const fittingLayout = (): Layout => (matchMedia(IS_NARROW).matches ? 'unified' : 'side')

/** The user's choice for the whole difference; undefined: decided by the width. */
export const DiffLayout = createContext<Layout | undefined>(undefined)

export const useDiffLayout = (): Layout => useContext(DiffLayout) ?? fittingLayout()
