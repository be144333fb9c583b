import { expect, test } from 'vitest'
import { firstWords, parseArticle, readingMinutes, splitLinks } from './article.ts'

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

test('readingMinutes is at least one', () => {
  expect(readingMinutes('Two words')).toBe(1)
  expect(readingMinutes('word '.repeat(1_150))).toBe(5)
})

test('firstWords keeps line breaks and returns at most maxWords words', () => {
  expect(firstWords('One two\n\nthree four', 3)).toBe('One two\n\nthree')
  expect(firstWords('One two', 2)).toBe('One two')
  expect(firstWords('One two', 0)).toBe('')
})
