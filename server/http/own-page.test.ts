import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeOwnPage } from './own-page.ts'

const style = { text: 'p{}', element: '<style>p{}</style>', link: '<link href="/s.css">' }
const gzip = 'gzip, deflate, br'

test.each([
  [['before ', ' after'], [0], ['secret']],
  [['', ''], [0], ['secret']],
  [
    ['', 'é', ' 한국어'],
    [1, 0],
    ['', 'ü💸'],
  ],
  [['only one part'], [], []],
  [['before ', ' after'], [0], ['x'.repeat(200_000)]],
  [['repeated '.repeat(9_000), ' between '.repeat(9_000), ' after'], [0, 0], ['text']],
])('a template %# is sent as gzip that every program can read', async (parts, textIndexes, texts) => {
  const page = { template: { parts, textIndexes }, texts }

  const [sent, again] = [
    await encodeOwnPage(page, gzip, undefined),
    await encodeOwnPage(page, gzip, undefined),
  ]

  const html = parts.map((part, n) => part + (texts[textIndexes[n] ?? -1] ?? '')).join('')
  expect(gunzipSync(sent.bytes).toString()).toBe(html)
  expect(again.bytes).toEqual(sent.bytes)
  expect(sent.encoding).toBe('gzip')
})

test('all buyers get the same bytes around their own texts, which are not compressed', async () => {
  const template = { parts: ['a'.repeat(5_000), 'b'.repeat(5_000)], textIndexes: [0] }
  const texts = ['/access/aaaaaaaaaaaaaaaa', '/access/bbbbbbbbbbbbbbbb', '/access/q8Zk3vR0wX1mT7cL']

  const pages = await Promise.all(
    texts.map((text) => encodeOwnPage({ template, texts: [text] }, gzip, undefined)),
  )

  expect(new Set(pages.map(({ bytes }) => bytes.length)).size).toBe(1)
  for (const [n, { bytes }] of pages.entries()) expect(bytes.includes(texts[n] ?? '-')).toBe(true)
  expect(pages[0]?.bytes.length).toBeLessThan(200)
})

test('a client without compression gets a link to the styles', async () => {
  const page = {
    template: { parts: [`<head>${style.element}<p>`, '</p>'], textIndexes: [0] },
    texts: ['own'],
  }

  const sent = await encodeOwnPage(page, undefined, style)

  expect(sent.bytes.toString()).toBe('<head><link href="/s.css"><p>own</p>')
  expect(sent.encoding).toBeUndefined()
})

test('a page with texts of its URL is not compressed', async () => {
  const sent = await encodeOwnPage({ html: 'own '.repeat(100) }, gzip, style)

  expect(sent).toEqual({ bytes: Buffer.from('own '.repeat(100)) })
})

test('the styles of a compressed page are in it once', async () => {
  const longStyle = { ...style, element: `<style>${'p{color:red}'.repeat(100)}</style>` }
  const parts = [`<head>${longStyle.element}<p>`, `</p>${'<i>end</i>'.repeat(100)}`]

  const pages = [
    await encodeOwnPage({ template: { parts, textIndexes: [0] }, texts: ['own'] }, gzip, longStyle),
    await encodeOwnPage({ template: { parts, textIndexes: [0] }, texts: ['other'] }, gzip, longStyle),
  ]

  expect(pages.map(({ bytes }) => gunzipSync(bytes).toString())).toEqual([
    `${parts[0]}own${parts[1]}`,
    `${parts[0]}other${parts[1]}`,
  ])
})
