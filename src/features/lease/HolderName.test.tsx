import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SERVER_LOGIN } from '#words/personName.ts'
import { HolderName } from './HolderName.tsx'

it('calls the server by its name', () => {
  render(<HolderName actor={{ login: SERVER_LOGIN, tokenName: null }} />)
  expect(screen.getByText('Holdfast').tagName).toBe('STRONG')
})
