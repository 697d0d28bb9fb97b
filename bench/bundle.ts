import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Vite's manifest: the name of each chunk, and its static imports. */
export type Manifest = Record<string, { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] }>

/** Sizes of gzipped JavaScript, in kilobytes of 1,000 bytes, and the most files that one page starts with. */
export type BundleSizes = { firstScreen: number; graph: number; graphFlow: number; files: number }

/**
 * Limits for the first screen, for what only the graph page needs before its first picture, for React Flow, which it
 * loads beside its data, and for the requests of a page.
 */
export const BUDGETS: BundleSizes = { firstScreen: 220, graph: 38, graphFlow: 59, files: 40 }
const UNITS: Record<keyof BundleSizes, string> = {
  firstScreen: 'kB gzipped',
  graph: 'kB gzipped',
  graphFlow: 'kB gzipped',
  files: 'of one page',
}

const HOME = 'src/pages/home/HomePage.tsx'
const GRAPH = 'src/pages/graph/GraphPage.tsx'
/** Its loader, a file of its own, which is loaded together with it. */
const GRAPH_LOADER = 'src/pages/graph/opening.ts'
/** Loaded beside the data of the graph. */
const GRAPH_FLOW = 'src/features/graph/view/MapFlow.tsx'
/** Other pages show a graph as well; what they need for it counts as the graph's. */
const GRAPHS_ELSEWHERE = ['src/pages/graph/focus/FocusPage.tsx', 'src/pages/stackGraph/StackGraphPage.tsx']
/** What the graph loads later shares chunks with it and does not count against it. */
const OF_THE_GRAPH = 'src/features/graph/'

/** `sizeOf` returns a file's size; a shared chunk counts once. Throws if the manifest lacks a page. */
export function bundleSizes(manifest: Manifest, sizeOf: (file: string) => number): BundleSizes {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const first = filesOf(manifest, [...entries, HOME])
  const graphFiles = [GRAPH, GRAPH_LOADER, ...GRAPHS_ELSEWHERE].map((key) => manifest[key]?.file ?? '')
  const pages = Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry && key.startsWith('src/') && !key.startsWith(OF_THE_GRAPH)) // rules are loaded late by the graph alone
    .map((key) => filesOf(manifest, [...entries, key, ...(key === GRAPH ? [GRAPH_LOADER] : [])]))
  const others = pages.filter((files) => !graphFiles.some((file) => files.has(file))) // the graph, and what it loads later
  const graph = others.reduce((own, files) => own.difference(files), filesOf(manifest, [GRAPH, GRAPH_LOADER]))
  const flow = filesOf(manifest, [GRAPH_FLOW]).difference(filesOf(manifest, [...entries, GRAPH, GRAPH_LOADER]))
  const sum = (files: Set<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0) / 1000
  return {
    firstScreen: sum(first),
    graph: sum(graph),
    graphFlow: sum(flow),
    files: Math.max(...pages.map((files) => files.size)),
  }
}

/** The chunks of a circle of static imports, in which one would run before what it needs; undefined if there is none. */
export function circleIn(manifest: Manifest): string[] | undefined {
  const done = new Set<string>()
  const from = (key: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key]
    if (done.has(key)) return undefined
    for (const each of manifest[key]?.imports ?? []) {
      const circle = from(each, [...path, key])
      if (circle) return circle
    }
    done.add(key)
    return undefined
  }
  for (const key of Object.keys(manifest)) {
    const circle = from(key, [])
    if (circle) return circle
  }
  return undefined
}

/** The chunks with all their static imports; dynamic imports are left out. */
function filesOf(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}: has the page moved?`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

/** Sizes of the built console; undefined if there is none. */
export function builtSizes(): BundleSizes | undefined {
  const directory = resolve(import.meta.dirname, '../dist/console')
  const path = join(directory, '.vite/manifest.json')
  if (!existsSync(path)) return undefined
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const circle = circleIn(manifest)
  if (circle) throw new Error(`Files of the build import each other: ${circle.join(' → ')}`)
  return bundleSizes(manifest, (file) => gzipSync(readFileSync(join(directory, file)), { level: 9 }).byteLength)
}

/** `node bench/bundle.ts`: exits with 1 if the built console exceeds its limits. A step of `npm test`. */
function main(): void {
  const sizes = builtSizes()
  if (sizes === undefined) throw new Error('The console has not been built.')
  for (const [name, most] of Object.entries(BUDGETS) as [keyof BundleSizes, number][]) {
    const isOver = sizes[name] > most
    console.log(
      `${name}: ${Number(sizes[name].toFixed(1))} of at most ${most} ${UNITS[name]}${isOver ? ': TOO LARGE' : ''}`,
    )
    if (isOver) process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
