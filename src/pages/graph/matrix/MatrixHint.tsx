import { useMemo } from 'react'
import { dependencyMatrix, isAllToAll, itemsBeside } from '#domain/graphQueries/dependencyMatrix.ts'
import type { GraphModel } from '#src/features/graph/model.ts'
import { number } from '#words/counts.ts'

type Props = {
  model: GraphModel
  /** Shows the matrix of an item. */
  onShow: (item: number) => void
}

/** Offers the matrix where nearly all groups depend on each other; nothing elsewhere. */
export function MatrixHint({ model: { topology, tree }, onShow }: Props) {
  const { level, matrix } = useMemo(() => {
    const { level: shown, items } = itemsBeside(tree, 0)
    return { level: shown, matrix: dependencyMatrix(topology, tree, items) }
  }, [topology, tree])
  if (!isAllToAll(matrix)) return null
  return (
    <span>
      {number(matrix.linked)} of {number(matrix.pairs)} pairs of groups depend on each other:{' '}
      <button type="button" className="min-h-6 rounded-sm text-accent hover:underline" onClick={() => onShow(level)}>
        show them as a matrix
      </button>
    </span>
  )
}
