/** The picture with its renderer, as a chunk of its own. */
export const loadGraphView = () => import('./GraphView.tsx')
