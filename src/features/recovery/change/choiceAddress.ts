import { type Choices, LEAVE, type Read, NO_CHOICE } from './choices.ts'

/**
 * Choices in the address, so that a link shows them to a colleague: `?of=1f3a9c20&ways=0.1,2.-` means that for the
 * state whose hash begins so, the second option of the first problem was chosen, and the third problem was left as it
 * is.
 */
export function withChoices(search: URLSearchParams, { basis, problems }: Read, choices: Choices): URLSearchParams {
  const changed = new URLSearchParams(search)
  const ways = problems.flatMap(({ id, ways: offered }, at) => {
    const way = choices[id]?.way
    if (way === LEAVE) return `${at}.${LEAVE}`
    const index = offered.findIndex((each) => each.id === way)
    return index < 0 ? [] : `${at}.${index}`
  })
  changed.delete('ways')
  changed.delete('of')
  if (ways.length > 0) {
    changed.set('of', marked(basis.hash))
    changed.set('ways', ways.join(','))
  }
  return changed
}

/** The choices in the address; none if it is about another state. */
export function choicesOf(search: URLSearchParams, { basis, problems }: Read): Choices {
  if (search.get('of') !== marked(basis.hash)) return {}
  return Object.fromEntries(
    (search.get('ways') ?? '').split(',').flatMap((pair) => {
      const [, at, index] = /^(\d+)\.(\d+|-)$/.exec(pair) ?? []
      const problem = problems[Number(at)]
      const way = index === LEAVE ? LEAVE : problem?.ways[Number(index)]?.id
      return problem && way !== undefined ? [[problem.id, { ...NO_CHOICE, way }]] : []
    }),
  )
}

const marked = (hash: string): string => hash.slice(0, 8)
