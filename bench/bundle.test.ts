import { expect, it } from 'vitest'
import { bundleSizes, circleIn, type Manifest } from './bundle.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_shared'] },
  _shared: { file: 'shared.js', imports: ['_deep'] },
  _deep: { file: 'deep.js', imports: ['_shared'] },
  'src/pages/home/HomePage.tsx': { file: 'home.js', isDynamicEntry: true, imports: ['index.html', '_table'] },
  _table: { file: 'table.js' },
  'src/pages/graph/GraphPage.tsx': {
    file: 'graph.js',
    isDynamicEntry: true,
    imports: ['_shared', '_lines', '_tree', '_table'],
  },
  'src/pages/graph/opening.ts': { file: 'opening.js', isDynamicEntry: true, imports: ['_shared', '_model'] },
  _model: { file: 'model.js' },
  _lines: { file: 'lines.js' },
  _flow: { file: 'flow.js' },
  'src/features/graph/view/MapFlow.tsx': {
    file: 'mapFlow.js',
    isDynamicEntry: true,
    imports: ['_shared', '_flow', '_lines'],
  },
  _tree: { file: 'tree.js' },
  'domain/graphLayout/layout.ts': {
    file: 'layout.js',
    isDynamicEntry: true,
    imports: ['src/pages/graph/GraphPage.tsx'],
  },
  'src/pages/graph/focus/FocusPage.tsx': {
    file: 'focus.js',
    isDynamicEntry: true,
    imports: ['_shared', '_flow', '_lines'],
  },
  'src/features/graph/export/paintPicture.ts': { file: 'paint.js', isDynamicEntry: true, imports: ['_flow'] },
  'src/pages/later/LaterPage.tsx': { file: 'later.js', isDynamicEntry: true, imports: ['_tree'] },
}
const bytes: Record<string, number> = {
  'index.js': 100_000,
  'shared.js': 20_000,
  'deep.js': 3_000,
  'home.js': 400,
  'table.js': 50,
  'graph.js': 6,
  'opening.js': 1,
  'model.js': 2,
  'lines.js': 7,
  'flow.js': 40,
  'mapFlow.js': 2,
  'tree.js': 8,
  'layout.js': 1e6,
  'later.js': 1e6,
  'focus.js': 1e6,
  'paint.js': 1e6,
}
const sizes = bundleSizes(manifest, (file) => bytes[file] ?? NaN)

it('counts the entry, the home page and all their imports once each as the first screen', () => {
  expect(sizes.firstScreen).toBe(123.45)
})

it('the graph consists of its page and its loader, without what other pages load', () => {
  expect(sizes.graph).toBe(0.016)
})

it('React Flow is what the graph loads beside its data, without what it has already', () => {
  expect(sizes.graphFlow).toBe(0.042)
})

it('counts the files of the page that starts with the most', () => {
  expect(sizes.files, 'the graph: entry, shared, deep, graph, lines, tree, table, opening, model').toBe(9)
})

it('finds files that import each other', () => {
  expect(circleIn(manifest)).toEqual(['_shared', '_deep', '_shared'])
  expect(circleIn({ ...manifest, _deep: { file: 'deep.js' } })).toBeUndefined()
})

it('reports a page that was moved instead of counting it as empty', () => {
  const { 'src/pages/home/HomePage.tsx': _, ...without } = manifest
  expect(() => bundleSizes(without, () => 0)).toThrow('the build has no src/pages/home/HomePage.tsx')
})
