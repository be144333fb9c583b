import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { parseArticle, readingMinutes, tooManyPartsMessage } from './article.ts'

test('a text without markup stays one paragraph with its line breaks', () => {
  expect(parseArticle('Salt\n  Flour\nWater')).toEqual([{ kind: 'paragraph', text: 'Salt\n  Flour\nWater' }])
})

test('headings, lists and quotations become blocks', () => {
  const text = '# Rules\nWait.\n\n- One\n- Two\n\n> It changes.\n> Always.\n## End'

  expect(parseArticle(text)).toEqual([
    { kind: 'heading', level: 2, text: 'Rules' },
    { kind: 'paragraph', text: 'Wait.' },
    { kind: 'list', entries: ['One', 'Two'] },
    { kind: 'quote', text: 'It changes.\nAlways.' },
    { kind: 'heading', level: 3, text: 'End' },
  ])
})

test('a hash or a dash without a space is not markup', () => {
  expect(parseArticle('#1 in spring\n-5 degrees\n\n#')).toEqual([
    { kind: 'paragraph', text: '#1 in spring\n-5 degrees' },
    { kind: 'paragraph', text: '#' },
  ])
})

test('Windows line endings split paragraphs like others', () => {
  expect(parseArticle('One\r\n\r\nTwo')).toHaveLength(2)
})

test('readingMinutes is at least one', () => {
  expect(readingMinutes('Two words')).toBe(1)
  expect(readingMinutes('word '.repeat(1_150))).toBe(5)
})

test('a text in a script without spaces is read by its letters', () => {
  expect(readingMinutes('吾輩は猫である。'.repeat(825))).toBe(12)
  expect(readingMinutes('吾輩は猫である。'.repeat(12_500))).toBe(175)
})

test('empty lines of a quotation stay inside it, and quote nothing alone', () => {
  expect(parseArticle('>\n\n> \n\n> One\n>\n> Two\n\n>')).toEqual([{ kind: 'quote', text: 'One\n\nTwo' }])
})

const longest = (piece: string) =>
  piece.repeat(Math.ceil(limits.maxTextContentLength / piece.length)).slice(0, limits.maxTextContentLength)

test.each(['- a\n', 'a\n\n', '> a\n\n', '# a\n', '\u200b\n\n', '- a\n\n'])(
  'a long text of %j ends in one plain block',
  (piece) => {
    const blocks = parseArticle(longest(piece))

    const parts = blocks.flatMap((block) => (block.kind === 'list' ? block.entries : block.text))
    expect(parts).toHaveLength(limits.maxArticleParts + 1)
    expect(blocks.at(-1)?.kind).toBe('plain')
    expect(tooManyPartsMessage(longest(piece))).toMatch(
      /^This text has [\d,]+ paragraphs, list entries and links\./,
    )
  },
)

test('a text of more links than a page shows is plain', () => {
  const text = 'https://example.com '.repeat(limits.maxArticleParts).trim()

  expect(parseArticle(text)).toEqual([{ kind: 'plain', text }])
  expect(tooManyPartsMessage(text)).toBe(
    'This text has 2,001 paragraphs, list entries and links. Use 2,000 or fewer, or sell it as a file.',
  )
})

test.each(['x', 'word and ', '>\n\n', '\n', 'a\r', '😀\n', "'"])(
  'a long text of %j has few parts',
  (piece) => {
    expect(tooManyPartsMessage(longest(piece))).toBeUndefined()
  },
)
