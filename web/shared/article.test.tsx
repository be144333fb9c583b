import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { Article } from './article.tsx'

test.each([
  '>\n\n',
  '- a\n',
  'a\n\n',
  '> a\n\n',
  '# a\n',
  'http://a ',
  '- http://a\n',
  "'",
  'x',
  '\u200b\n\n',
])('the page of a long text of %j is at most seven times as long', (piece) => {
  const length = limits.maxTextContentLength
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

  expect(renderToString(<Article text={text} />).length).toBeLessThan(7 * length)
})

test('the rest of a text with too many parts is shown as typed', () => {
  const text = `${'a\n\n'.repeat(limits.maxArticleParts)}- The end\n\nhttps://example.com`

  expect(renderToString(<Article text={text} />)).toContain('>- The end\n\nhttps://example.com</p>')
})
