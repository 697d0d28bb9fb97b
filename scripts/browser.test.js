import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findBrowser } from './browser.js'

it.runIf(process.platform === 'linux')(
  'journeys get the headless shell where it is, everything else a browser with windows',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'holdfast-browsers-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    for (const name of ['chromium', 'chromium-headless-shell']) {
      writeFileSync(path.join(directory, name), '#!/bin/sh\n')
      chmodSync(path.join(directory, name), 0o755)
    }
    vi.stubEnv('PATH', directory + path.delimiter + process.env.PATH)
    vi.stubEnv('HOLDFAST_CHROMIUM', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const nameOf = async (options) => path.basename((await findBrowser(process.execPath, options)).path ?? '')
    expect(await nameOf({ isHeadless: true })).toBe('chromium-headless-shell')
    expect(await nameOf()).not.toBe('chromium-headless-shell')
  },
)
