// Turns the rows of arrows.js into overrides of oxlint.
// - A later override replaces the options of an earlier one, so each carries its whole list.
// - In a list, `regex` is before `group`: a group that re-admits a name ("!…") ends the search.
import { openRows, packageGroups, parts, rows, tests } from './arrows.js'

/** @typedef {import('./arrows.js').Row} Row */
/** @typedef {{ regex: string, message: string } | { group: string[], message: string }} Pattern */
/** @typedef {{ files: string[], excludeFiles?: string[], rules: Record<string, unknown> }} Override */

const BARREL = String.raw`(^|/)index\.[jt]sx?$`
const BY_ALIAS = 'Another part is imported by its alias, and there are no barrels.'
/** The rooms of src: each is a part of its own. */
const rooms = rows.flatMap(({ place }) => place.match(/^src\/(\w+)$/)?.slice(1) ?? [])

/** The overrides of all rows, in the table's order. */
export function arrowOverrides() {
  return [...rows.flatMap(overridesOf), ...noNode(), ...openRows.map(openOverride)]
}

/**
 * @param {Row} row
 * @returns {Override[]}
 */
function overridesOf(row) {
  const base = row.place.replace(/\/\*$/, '')
  if (row.folders !== 'closed') {
    return [restrict([filesOf(row)], [byAlias(`^(\\.\\./)+(${outside(base)})/`), ...patternsOf(row)])]
  }
  const depth = row.place.split('/').length > 2 ? '' : '/*'
  return [
    restrict([`${base}${depth}/**`], [byAlias(String.raw`^(\.\./){2}`), ...patternsOf(row)]),
    restrict([`${base}${depth}/*`], [byAlias(String.raw`^\.\./`), ...patternsOf(row)]),
  ]
}

/** @param {Row} row */
const filesOf = ({ place }) => (/\*|\.ts$/.test(place) ? place : `${place}/**`)

/**
 * What a path must not lead to: another part, by its folder's name.
 *
 * @param {string} base
 */
const outside = (base) => [...parts, ...(base.startsWith('src/') ? rooms : [])].join('|')

/**
 * @param {string} around
 * @returns {Pattern}
 */
const byAlias = (around) => ({ regex: `${BARREL}|${around}`, message: BY_ALIAS })

/**
 * @param {Row} row
 * @returns {Pattern[]}
 */
function patternsOf(row) {
  const layers = layersAbove(row)
  const packages = Object.entries(packageGroups).flatMap(([name, all]) =>
    row.only || row.packages.some((one) => one === name) ? [] : all,
  )
  return [
    ...(packages.length > 0 ? [{ regex: packagesRegex(packages), message: sayPackages(row) }] : []),
    ...(layers.length > 0 ? [{ regex: byPath(row, layers), message: sayMay(row) }] : []),
    { group: aliasGroup(row), message: sayMay(row) },
  ]
}

/** @param {string[]} names */
const packagesRegex = (names) => `^(${names.map((name) => name.replace('*', '[^/]+')).join('|')})(/|$)`

/**
 * The places in the row's own part that it does not name. Only the server's layers reach each other by path.
 *
 * @param {Row} row
 */
function layersAbove(row) {
  if (!row.place.startsWith('server')) return []
  return separate.filter((place) => place.startsWith('server/') && !admits(row, place))
}

/**
 * @param {Row} row
 * @param {string[]} layers
 */
function byPath({ place }, layers) {
  const up = place.includes('/') && !place.endsWith('.ts') ? String.raw`(\.\./)+` : String.raw`\.{1,2}/`
  return `^${up}(${layers.map((layer) => regexOf(layer.slice('server/'.length))).join('|')})`
}

/** @param {string} name */
const regexOf = (name) => (name.endsWith('.ts') ? `${name.replaceAll('.', String.raw`\.`)}$` : `${name}/`)

/** The places that have a row of their own inside a part; `{a,b}.ts` are two. */
const separate = rows
  .map(({ place }) => place)
  .filter((place) => place.includes('/') && !place.endsWith('*') && !isInsideClosed(place))
  .flatMap(spread)

/** @param {string} place */
function isInsideClosed(place) {
  return rows.some(({ place: outer, folders }) => folders && place.startsWith(`${outer}/`))
}

/** @param {string} place */
function spread(place) {
  const [, before = '', names = '', after = ''] = place.match(/^(.*)\{(.*)\}(.*)$/) ?? []
  return names ? names.split(',').map((name) => before + name + after) : [place]
}

/**
 * @param {Row} row
 * @param {string} place
 */
const admits = (row, place) => [row.place, ...row.may].flatMap(spread).includes(place)

/**
 * Every alias is refused, what the row names is admitted, rooms of what it names are refused again unless named, and
 * named rooms of those are admitted again.
 *
 * @param {Row} row
 */
function aliasGroup(row) {
  const named = [...(row.folders === 'closed' ? [] : [row.place]), ...row.may].flatMap(spread)
  const admitted = [...new Set(named)].filter((place) => !place.endsWith('*'))
  const again = separate.filter(
    (place) => !admitted.includes(place) && admitted.some((part) => place.startsWith(`${part}/`)),
  )
  const inside = admitted.filter((place) => again.some((outer) => place.startsWith(`${outer}/`)))
  const first = row.only ? ['**', '!./**', '!../**'] : [alias('*')]
  return [
    ...first,
    ...admitted.map((place) => `!${alias(place)}`),
    ...again.map(alias),
    ...inside.map((place) => `!${alias(place)}`),
    ...(row.only ?? []).map((name) => `!${name.replace('/*', '/**')}`),
  ]
}

/** @param {string} place */
const alias = (place) => `\\#${place.endsWith('.ts') ? place : `${place}/**`}`

/** @param {Row} row */
const sayPackages = ({ place }) => `This package is not for ${place}: scripts/lint/arrows.js says whom it is for.`

/** @param {Row} row */
function sayMay({ place, may, only, folders }) {
  const others = may.filter((each) => each !== place)
  const parts = `${place} imports ${others.length > 0 ? others.join(', ') : 'no other part'}`
  const packages = only ? `, and of packages only ${only.join(', ')}` : ''
  return `${parts}${packages}${folders ? '; its folders do not import each other' : ''}.`
}

/**
 * @param {string[]} files
 * @param {Pattern[]} patterns
 * @returns {Override}
 */
const restrict = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } })

/** @returns {Override[]} */
function noNode() {
  const product = parts.filter((part) => rows.some(({ place, host }) => !host && place.split('/')[0] === part))
  const within = rows.filter((row) => !row.host && hosts.some(({ place }) => row.place.startsWith(`${place}/`)))
  const refuse = { 'import/no-nodejs-modules': 'error' }
  return [
    { files: product.map((part) => `${part}/**`), excludeFiles: [...hostFiles, ...tests], rules: refuse },
    { files: within.map(filesOf), excludeFiles: tests, rules: refuse },
  ]
}

/** What runs in Node only. */
const hosts = rows.filter(({ host }) => host)
export const hostFiles = hosts.map(filesOf)

/** @param {{ files: string[], adapters: boolean }} row */
function openOverride({ files, adapters }) {
  const around = `^(\\.\\./)+(${parts.join('|')})/${adapters ? '' : '|(^|/)adapters/'}`
  return restrict(files, [byAlias(around)])
}
