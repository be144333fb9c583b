import { expect, test } from 'vitest'
import { linkLabel } from './creator-header.tsx'

test.each([
  ['https://www.instagram.com/mara', 'Instagram'],
  ['https://maravitale.example/work?x=1', 'maravitale.example'],
  ['https://www.example.org/', 'example.org'],
  ['https://instagram.com.evil.example/', 'instagram.com.evil.example'],
  ['https://__proto__/', '__proto__'],
  ['https://constructor/', 'constructor'],
])('the label of the link %s is %s', (href, label) => {
  expect(linkLabel(href)).toBe(label)
})
