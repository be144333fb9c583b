import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { parseInline, withoutMarks, withoutOpenMarks } from './inline-marks.ts'

test('links, bold and italic words are parts of a line', () => {
  expect(parseInline('See **all** of [my *best* photos](https://mara.example/a_b_c), _now_.')).toEqual([
    { text: 'See ' },
    { text: 'all', isBold: true },
    { text: ' of ' },
    { text: 'my best photos', href: 'https://mara.example/a_b_c' },
    { text: ', ' },
    { text: 'now', isItalic: true },
    { text: '.' },
  ])
})

test('emphasis can hold a link and other emphasis', () => {
  expect(parseInline('**read *this* at https://a.example/x_y_z first**')).toEqual([
    { text: 'read ', isBold: true },
    { text: 'this', isBold: true, isItalic: true },
    { text: ' at ', isBold: true },
    { text: 'https://a.example/x_y_z', href: 'https://a.example/x_y_z', isBold: true },
    { text: ' first', isBold: true },
  ])
  expect(parseInline('***both***')).toEqual([{ text: 'both', isBold: true, isItalic: true }])
  expect(parseInline('これは**強調**です').map(({ isBold }) => isBold)).toEqual([undefined, true, undefined])
})

test.each([
  '2*3*4 = 24',
  'snake_case_names',
  '5 * 6 * 7',
  '** bold **',
  '* not italic *',
  '**open',
  '[label]',
  '[label] (https://a.example)',
  '[](https://a.example)',
  '[a](not an address)',
])('%s is no markup', (text) => {
  expect(
    parseInline(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(parseInline(text).every(({ isBold, isItalic }) => !isBold && !isItalic)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '/settings',
  'https:evil.example',
  'https://',
  'file:///etc/passwd',
  'https://a.example/" onclick="ran()',
  'mailto:',
])('a link to %s stays text', (href) => {
  expect(
    parseInline(`[press](${href})`).map((part) => part.href?.startsWith('javascript') ?? false),
  ).not.toContain(true)
  expect(parseInline(`[press](${href})`).find((part) => part.text === 'press')).toBeUndefined()
})

test('addresses of web pages and of people are links, with their brackets', () => {
  expect(parseInline('[tip](https://en.wikipedia.org/wiki/Tip_(gratuity)).')).toEqual([
    { text: 'tip', href: 'https://en.wikipedia.org/wiki/Tip_(gratuity)' },
    { text: '.' },
  ])
  expect(parseInline('[write](mailto:mara@example.com)')).toEqual([
    { text: 'write', href: 'mailto:mara@example.com' },
  ])
})

test('words that look like an address can’t hide another one', () => {
  for (const label of ['https://bank.example', 'www.bank.example', 'bank.example', 'bank.example/login'])
    expect(parseInline(`[${label}](https://evil.example/x)`)).toEqual([
      { text: 'https://evil.example/x', href: 'https://evil.example/x' },
    ])
})

test('withoutMarks keeps the words', () => {
  expect(withoutMarks('**Bold** and [a link](https://a.example), _done_')).toBe('Bold and a link, done')
})

test.each([
  ['One\nSee [the photos](https://a.ex', 'One\nSee the photos'],
  ['See [the pho', 'See the pho'],
  ['See **all the', 'See all the'],
  ['See *all the', 'See all the'],
  ['See **all** of *the', 'See **all** of the'],
  ['See **all** [x](https://a.example)', 'See **all** [x](https://a.example)'],
  ['5 * 6 and [note]', '5 * 6 and [note]'],
])('the cut text %j has no open mark', (cut, shown) => {
  expect(withoutOpenMarks(cut)).toBe(shown)
})

test.each(['**a ', '*a ', '_a ', '[a', '[a](https://a ', '**', '* a*', '[', 'a](', '***', '_a_b'])(
  'a long line of %j is read in a moment',
  (piece) => {
    const line = piece.repeat(limits.maxTextContentLength / piece.length)
    const start = performance.now()

    parseInline(line)

    expect(performance.now() - start).toBeLessThan(2_000)
  },
)

test.each([
  ['*a ', 'b_ '],
  ['_a ', 'b* '],
  ['**a ', 'b* '],
  ['*a ', 'b** '],
])('a long line of %j that %j never closes is read in a moment', (opener, closer) => {
  const line = [opener, closer]
    .map((piece) => piece.repeat(limits.maxTextContentLength / 2 / piece.length))
    .join('')
  const start = performance.now()

  const parts = parseInline(line)

  expect(performance.now() - start).toBeLessThan(1_000)
  expect(parts).toEqual([{ text: line }])
})

test('a mark is text once twenty others are open after it', () => {
  const twenty = '*a '.repeat(20)

  expect(parseInline(`**bold ${twenty}b**`)).toEqual([{ text: `**bold ${twenty}b**` }])
  expect(parseInline(`**bold ${twenty.slice(3)}b**`)).toEqual([
    { text: `bold ${twenty.slice(3)}b`, isBold: true },
  ])
})
