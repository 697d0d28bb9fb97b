import { type Choices, LEAVE, type Read, NO_CHOICE } from './choices.ts'

/**
 * Choices in the address, so that a link shows them to a colleague: `?of=1f3a9c20&options=0.1,2.-` means that for the
 * state whose hash begins so, the second option of the first problem was chosen, and the third problem was left as it
 * is.
 */
export function withChoices(search: URLSearchParams, { basis, problems }: Read, choices: Choices): URLSearchParams {
  const changed = new URLSearchParams(search)
  const options = problems.flatMap(({ id, options: offered }, at) => {
    const option = choices[id]?.option
    if (option === LEAVE) return `${at}.${LEAVE}`
    const index = offered.findIndex((each) => each.id === option)
    return index < 0 ? [] : `${at}.${index}`
  })
  changed.delete('options')
  changed.delete('of')
  if (options.length > 0) {
    changed.set('of', marked(basis.hash))
    changed.set('options', options.join(','))
  }
  return changed
}

/** The choices in the address; none if it is about another state. */
export function choicesOf(search: URLSearchParams, { basis, problems }: Read): Choices {
  if (search.get('of') !== marked(basis.hash)) return {}
  return Object.fromEntries(
    (search.get('options') ?? '').split(',').flatMap((pair) => {
      const [, at, index] = /^(\d+)\.(\d+|-)$/.exec(pair) ?? []
      const problem = problems[Number(at)]
      const option = index === LEAVE ? LEAVE : problem?.options[Number(index)]?.id
      return problem && option !== undefined ? [[problem.id, { ...NO_CHOICE, option }]] : []
    }),
  )
}

const marked = (hash: string): string => hash.slice(0, 8)
