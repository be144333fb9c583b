import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test.each(['/', '/upload', '/p/1?success=true#top', '/success?content_id=1&next=https://evil'])(
  '%s stays as it is',
  (path) => {
    expect(safePath(path)).toBe(path)
  },
)

test.each([
  '//evil',
  '/\\evil',
  'https:evil',
  'https://good@evil',
  '\\\\evil',
  '/\n/evil',
  '/\t/evil',
  '',
  null,
])('%j goes to the start page', (path) => {
  expect(safePath(path)).toBe('/')
})

test('an encoded slash stays on this site', () => {
  expect(new URL(safePath('/%2f%2fevil'), 'https://tipdrop.example').host).toBe('tipdrop.example')
})
