import { createContext } from 'react'

/** How two values of a property are shown: beside each other, or one above the other. */
export const layouts = ['side', 'unified'] as const
export type Layout = (typeof layouts)[number]

/** Chosen for a whole difference, and read where a property is shown. */
export const DiffLayout = createContext<Layout>('side')
