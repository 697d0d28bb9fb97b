// Every screen test starts with an empty page, nothing stored, and this machine's clock.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useServerClock } from '#src/lib/serverClock.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  useServerClock.setState({ offsetMs: 0 })
})
