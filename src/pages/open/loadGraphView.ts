/** The picture and what draws it: a chunk of its own. */
export const loadGraphView = () => import('./GraphView.tsx')
