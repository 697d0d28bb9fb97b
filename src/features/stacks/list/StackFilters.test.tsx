import { describe, expect, it } from 'vitest'
import { filterWords, withoutFilters } from '#src/ui/ListFilters.tsx'
import { stackAddress } from './stackFilter.ts'
import { FILTERS, isNarrowed } from './StackFilters.tsx'

const filter = (text: string) => stackAddress.read(new URLSearchParams(text))

describe('the filters of a list of stacks', () => {
  it.each([
    [
      'search=pay&health=pendingCreates&project=shop',
      'named like “pay”, with health “unknown creates”, in project shop',
    ],
    ['health=attention&tag=team=web&org=acme', 'in acme, that need attention, tagged team=web'],
    ['sort=name&page=2&group=project&hide=runs', ''],
  ])('%s: %s', (text, words) => expect(filterWords(FILTERS, filter(text))).toBe(words))

  it('narrow the list, other than order, grouping, columns and organization', () => {
    expect(isNarrowed(filter('sort=name&page=2&group=project&hide=runs&org=acme'))).toBe(false)
    expect(isNarrowed(filter('project=shop'))).toBe(true)
  })

  it('are all cleared by one change, which leaves order, grouping and columns', () => {
    const narrowed = filter('search=a&org=acme&project=shop&health=attention&tag=t&sort=name&group=project&hide=runs')
    expect(stackAddress.query(narrowed, withoutFilters(FILTERS))).toEqual({
      sort: 'name',
      group: 'project',
      hide: 'runs',
    })
  })
})
