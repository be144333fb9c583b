import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

test('a web address becomes a link without the sentence’s punctuation', () => {
  expect(splitLinks('See https://mara.example/wind. Then (http://a.example/x) go.')).toEqual([
    { text: 'See ' },
    { text: 'https://mara.example/wind', href: 'https://mara.example/wind' },
    { text: '. Then (' },
    { text: 'http://a.example/x', href: 'http://a.example/x' },
    { text: ') go.' },
  ])
})

test('a script address does not become a link', () => {
  expect(splitLinks('javascript:alert(1) data:text/html,x')).toEqual([
    { text: 'javascript:alert(1) data:text/html,x' },
  ])
})

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test.each([
  [
    'Read https://en.wikipedia.org/wiki/Tip_(gratuity) first.',
    'https://en.wikipedia.org/wiki/Tip_(gratuity)',
  ],
  ['(see https://en.wikipedia.org/wiki/Tip_(gratuity)).', 'https://en.wikipedia.org/wiki/Tip_(gratuity)'],
  ['[https://example.com/a[1]]', 'https://example.com/a[1]'],
  ['https://example.com/a。次の文', 'https://example.com/a'],
  ['https://example.com/a、次', 'https://example.com/a'],
  ['（https://example.com/a）', 'https://example.com/a'],
  ['「https://example.com/a」', 'https://example.com/a'],
  ['【https://example.com/a】', 'https://example.com/a'],
  ['https://example.com/a！', 'https://example.com/a'],
  ['https://example.com/a？b', 'https://example.com/a'],
  ['https://example.com/aを見て', 'https://example.com/a'],
  ['https://example.com/を見て', 'https://example.com/'],
  ['https://example.comを見て', 'https://example.com'],
  ['https://example.com/a를 보세요', 'https://example.com/a'],
  ['https://example.com/a؟', 'https://example.com/a'],
  ['https://example.com/a।', 'https://example.com/a'],
  ['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/東京'],
  ['https://ru.wikipedia.org/wiki/Чай', 'https://ru.wikipedia.org/wiki/Чай'],
  ['https://пример.рф/чай.', 'https://пример.рф/чай'],
  ['https://münchen.de/straße', 'https://münchen.de/straße'],
  ['https://example.com/?q=a&b=c#d!', 'https://example.com/?q=a&b=c#d'],
  ['https://[::1]:8080/a', 'https://[::1]:8080/a'],
])('the link in %s is %s', (text, link) => {
  expect(linksOf(text)).toEqual([link])
})

test.each(['https://', 'https://...', 'http://)', 'https://。'])('%s is no link', (text) => {
  expect(splitLinks(text)).toEqual([{ text }])
})

test.each([
  'https://',
  'https://(',
  'https://a)',
  '[',
  ') https://a',
  'https://a/を',
  `https://a${')'.repeat(99)}`,
])('a long text of %j is split without losing a letter', (piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length))

  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
