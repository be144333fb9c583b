import { expect, test } from 'vitest'
import { parseTypedLink } from './typed-link.ts'

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['example.com/a', 'https://example.com/a'],
  [' www.example.co.uk ', 'https://www.example.co.uk'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['example.com/my file.pdf', 'https://example.com/my%20file.pdf'],
  ['\ufeffexample.com/a\u200b', 'https://example.com/a'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
])('parseTypedLink parses %j as %s', (typed, link) => {
  expect(parseTypedLink(typed)).toBe(link)
})

test.each([
  '',
  'hello',
  'two words.com',
  'javascript:alert(1)',
  'mailto:a@example.com',
  'ftp://example.com/a',
])('parseTypedLink returns undefined for %j', (typed) => {
  expect(parseTypedLink(typed)).toBeUndefined()
})
