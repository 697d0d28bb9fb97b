import type { ComponentType, SVGProps } from 'react'

/** An icon component, as `lucide-react/icons/circle-x` exports it. */
export type Icon = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>
