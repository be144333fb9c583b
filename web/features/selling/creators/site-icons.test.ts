import { expect, test } from 'vitest'
import { siteOf } from './site-icons.tsx'

test.each([
  ['https://www.instagram.com/mara', 'Instagram', true],
  ['https://x.com/mara', 'X', true],
  ['https://youtube.com/@mara', 'YouTube', true],
  ['https://mara.example/shop', 'mara.example', false],
  ['https://instagram.com.evil.example/', 'instagram.com.evil.example', false],
  ['https://__proto__/', '__proto__', false],
  // Not a key of the table.
  ['https://constructor/x', 'constructor', false],
  ['no address', 'no address', false],
])('%s is called %s', (href, name, isKnown) => {
  expect(siteOf(href)).toMatchObject({ name, isKnown })
})
