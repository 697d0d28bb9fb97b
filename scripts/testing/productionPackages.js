import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'

/**
 * For tests: puts into `place` the packages that `npm ci --omit=dev --omit=optional` installs.
 *
 * @param {string} place
 */
export function installForProduction(place) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [where, { dev, optional, devOptional }] of Object.entries(packages)) {
    const isTop = where.startsWith('node_modules/') && !where.includes('/node_modules/')
    if (isTop && !dev && !optional && !devOptional)
      cpSync(path.join(root, where), path.join(place, where), { recursive: true })
  }
}
