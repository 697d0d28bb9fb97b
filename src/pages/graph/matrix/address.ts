import type { Tree } from '#domain/graphLayout/tree.ts'
import type { Address } from '../useAddress.ts'

const NAME = 'matrix'

/** The item whose content the matrix in the address is about, 0 for the whole; undefined without a matrix. */
function readMatrix(search: URLSearchParams, { key }: Pick<Tree, 'key'>): number | undefined {
  const text = search.get(NAME)
  // A key of another grouping is that of no item.
  return text === null ? undefined : Math.max(0, key.indexOf(parseInt(text, 36)))
}

function withMatrix(search: URLSearchParams, key: number | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (key === undefined) next.delete(NAME)
  else next.set(NAME, key.toString(36))
  return next
}

/** The item whose content is compared in a matrix, in place of the map, and the function to show that of another item. */
export const matrixState = ({ search, change }: Pick<Address, 'search' | 'change'>, tree: Pick<Tree, 'key'>) => ({
  matrix: readMatrix(search, tree),
  showMatrix: (item: number | undefined) =>
    change((now) => withMatrix(now, item === undefined ? undefined : (tree.key[item] ?? 0))),
})
