import { expect, it } from 'vitest'

it('a test downloads a file', async () => {
  const link = document.createElement('a')
  Object.assign(link, { href: 'blob:here', download: 'state.json' })
  document.body.append(link)
  link.click()
  await expect.poll(() => location.href).toBe('blob:here')
})

it('the next one is where the first began', () => {
  expect(new URL('/a', location.href).pathname).toBe('/a')
})
