import { expect, it } from 'vitest'
import { smallParts } from './smallParts.ts'

const HOME = '/src/pages/home/HomePage.tsx'
const PAGES = [HOME, '/src/pages/a.tsx', '/src/pages/b.tsx', '/src/pages/c.tsx']
/** Each page imports all modules but those of fewer pages. */
const IMPORTS: Record<string, string[]> = {
  '/src/main.tsx': ['/src/lib/entry.ts'],
  [HOME]: ['/src/ui/first.ts', '/src/ui/icon.ts'],
  '/src/pages/a.tsx': ['/src/ui/first.ts', '/src/ui/mark.ts', '/src/ui/ofLarge.ts', '/src/ui/pair.ts', '/src/ui/x.ts'],
  '/src/pages/b.tsx': ['/src/ui/first.ts', '/src/ui/mark.ts', '/src/ui/ofLarge.ts', '/src/ui/pair.ts', '/src/ui/x.ts'],
  '/src/pages/c.tsx': ['/src/ui/mark.ts', '/src/ui/ofLarge.ts', '/src/ui/x.ts', '/node_modules/large/index.js'],
  '/src/ui/first.ts': ['/src/ui/icon.ts'],
  '/src/ui/mark.ts': ['/src/ui/icon.ts', '/src/lib/entry.ts'],
  '/src/ui/ofLarge.ts': ['/src/ui/large.ts'],
  '/src/ui/x.ts': ['/src/ui/y.ts'],
  '/src/ui/y.ts': ['/src/ui/x.ts'],
}
const bundler = {
  getModuleInfo: (id: string) => ({
    code: 'x'.repeat(id.includes('large') ? 9_000 : 90),
    isEntry: id === '/src/main.tsx',
    importedIds: IMPORTS[id] ?? [],
    importers: Object.keys(IMPORTS).filter((each) => IMPORTS[each]?.includes(id)),
    dynamicImporters: PAGES.includes(id) ? ['/src/main.tsx'] : [],
  }),
}
const nameOf = (id: string) => smallParts((each) => each.includes('common'))(id, bundler)

it('gathers what the first screen needs apart, so that it loads nothing else', () => {
  expect([nameOf('/src/ui/first.ts'), nameOf('/src/ui/icon.ts')]).toEqual(['first', 'first'])
  expect(nameOf('/src/ui/mark.ts')).toBe('parts')
})

it.each([
  ['what the entry has', '/src/lib/entry.ts'],
  ['pages', HOME],
  ['what two pages share', '/src/ui/pair.ts'],
  ['large modules', '/src/ui/large.ts'],
  ['what imports a large module, whose file may need this one', '/src/ui/ofLarge.ts'],
  ['circles', '/src/ui/x.ts'],
  ['packages', '/node_modules/large/index.js'],
])('leaves %s where they are', (_, id) => {
  expect(nameOf(id)).toBeNull()
})
