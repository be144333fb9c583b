import { expect, test } from 'vitest'
import { cleanLinkUrl, isHttpUrl, linkUrlProblem } from './link-url.ts'

test.each(['https://example.com', 'http://example.com:8080/a?b#c', 'https://bücher.example/x'])(
  'isHttpUrl accepts %j',
  (text) => {
    expect(isHttpUrl(text)).toBe(true)
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  'https://a b',
  'https://user:pw@evil',
  '//x',
  'x',
])('isHttpUrl rejects %j', (text) => {
  expect(isHttpUrl(text)).toBe(false)
})

test.each([
  ['https://example.com/a\u200b', 'https://example.com/a'],
  ['\ufeff\u2060 https://example.com/a\u200d ', 'https://example.com/a'],
  ['https://exam\u00adple.com/a\u202eb', 'https://example.com/ab'],
  ['https://example.com/my file.pdf', 'https://example.com/my%20file.pdf'],
  ['https://example.com/?q=a b#c d', 'https://example.com/?q=a%20b#c%20d'],
  ['https://example.com/a\u00a0b', 'https://example.com/a%C2%A0b'],
  ['https://fa.wikipedia.org/wiki/می\u200cخواهم', 'https://fa.wikipedia.org/wiki/می\u200cخواهم'],
  ['https://example.com/%20a?b=c', 'https://example.com/%20a?b=c'],
])('cleanLinkUrl turns %j into %j', (typed, link) => {
  expect(cleanLinkUrl(typed)).toBe(link)
  expect(linkUrlProblem(link)).toBeUndefined()
})

test.each([
  ['example.com', 'Enter a link that starts with https:// or http://'],
  ['https://two words.com', 'This link isn’t a web address.'],
  ['https://user:pw@example.com', 'This link isn’t a web address.'],
  ['https://example.com/a\nhttps://example.com/b', 'This link isn’t a web address.'],
  [`https://example.com/${' '.repeat(1_000)}a`, 'Use 2048 characters or fewer'],
])('%j is refused because it says %s', (typed, message) => {
  expect(linkUrlProblem(cleanLinkUrl(typed))).toContain(message)
})
