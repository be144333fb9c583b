import { expect, test } from 'vitest'
import { folders, textsOf } from './texts.ts'
import { exempt, findCopyProblems } from './voice.ts'

const texts = folders.map((folder) => ({ folder, texts: textsOf(folder) }))

test('every text follows the voice of the product, except the exempt ones', () => {
  expect(texts.flatMap((list) => list.texts.flatMap(findCopyProblems))).toEqual([])
})

test('no text has the minimum payout of one currency', () => {
  const all = texts.flatMap((list) => list.texts)

  expect(all.filter(({ text }) => /[$€£]\s?25(?!\d)/.test(text))).toEqual([])
})

test('every exempt text is still in use', () => {
  const all = new Set(texts.flatMap((list) => list.texts.map(({ text }) => text)))

  expect([...exempt].filter((text) => !all.has(text))).toEqual([])
})
