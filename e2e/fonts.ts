import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const DEJAVU = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const NOTO = path.dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'))
const CACHE = path.join(import.meta.dirname, '../.cache/fonts')

/** A narrow and a wide font. Digits and short words differ in width by a quarter. */
export type Font = 'Noto Sans' | 'DejaVu Sans'

/**
 * The environment for a browser that has this font for texts, DejaVu Sans Mono for code and DejaVu Sans for letters that
 * Noto Sans lacks, and none of the fonts that are installed. On Linux only: elsewhere browsers do not ask fontconfig.
 * The console brings a font of its own: these are what is behind it, and what `fontless` journeys show.
 */
export function withFont(font: Font): Record<string, string> {
  const prefer = (family: string, name: string) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong"><string>${name}</string></edit></match>`
  const settings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${font === 'Noto Sans' ? `<dir>${NOTO}</dir>` : ''}<dir>${DEJAVU}</dir><cachedir>${CACHE}</cachedir>
${['system-ui', 'sans-serif', 'sans'].map((family) => prefer(family, font)).join('\n')}
${['ui-monospace', 'monospace'].map((family) => prefer(family, 'DejaVu Sans Mono')).join('\n')}
</fontconfig>
`
  mkdirSync(CACHE, { recursive: true })
  const file = path.join(CACHE, `${createHash('sha256').update(settings).digest('hex').slice(0, 12)}.conf`)
  writeFileSync(file, settings)
  return { FONTCONFIG_FILE: file }
}
