import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { scriptPayloads } from '../../tests/support/xss-payloads.ts'
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

test('a heading that only repeats the title above it is left out', () => {
  const html = (text: string) => renderToString(<Article text={text} title="On fog" />)

  expect(html('# On fog\n\nFog is a cloud.')).not.toContain('On fog')
  expect(html('# On fog and rain\n\nFog is a cloud.')).toContain('On fog and rain')
  expect(html('On fog\n\nFog is a cloud.')).toContain('On fog')
})

test('the rest of a text with too many parts is shown as typed', () => {
  const text = `${'a\n\n'.repeat(limits.maxArticleParts)}- The end\n\nhttps://example.com`

  expect(renderToString(<Article text={text} />)).toContain('>- The end\n\nhttps://example.com</p>')
})

test('emphasis and links become elements, and their marks are gone', () => {
  const html = renderToString(
    <Article text={'## **Bold** words\n\n- [my photos](https://mara.example/a_b)\n- _now_'} />,
  )

  expect(html).toContain('<strong class="font-semibold">Bold</strong> words</h3>')
  expect(html).toMatch(
    /<a href="https:\/\/mara.example\/a_b" target="_blank" rel="noopener noreferrer nofollow ugc"[^>]*>my photos<\/a>/,
  )
  expect(html).toContain('<li><em>now</em></li>')
  expect(html).not.toMatch(/\*\*|\]\(|_now_/)
})

test('no payload becomes an element or the address of a link, wherever it stands among marks', () => {
  const around: Array<(payload: string) => string> = [
    (payload) => payload,
    (payload) => `[press](${payload})`,
    (payload) => `[${payload}](https://a.example)`,
    (payload) => `[press](https://a.example/${payload})`,
    (payload) => `[press](mailto:${payload}@a.example)`,
    (payload) => `**${payload}** _${payload}_`,
    (payload) => `# ${payload}\n- ${payload}\n> ${payload}`,
    (payload) => `[press](https://a.example "${payload}")`,
  ]
  const schemes = [
    'javascript:ran()',
    'JAVASCRIPT:ran()',
    ' javascript:ran()',
    'java\tscript:ran()',
    'data:text/html,x',
  ]

  for (const payload of [...scriptPayloads, ...schemes])
    for (const place of around) {
      const html = renderToString(<Article text={place(payload)} />)
      const elements = html.match(/<[a-z0-9]+/g) ?? []
      expect(elements.filter((tag) => !/^<(div|p|a|h2|h3|ul|li|blockquote|strong|em)$/.test(tag))).toEqual([])
      expect(html).not.toMatch(/<[^<>]*\s(data-evil|on\w+)[\s=>]/i)
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/|mailto:)/)
    }
})
