import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicPart } from '../../../../contract/parts.ts'
import type { Teaser } from '../../../../contract/teasers.ts'
import { WhatsInside } from './whats-inside.tsx'

const part = (name: string, more: Partial<PublicPart> = {}): PublicPart => ({
  kind: 'file',
  name,
  section: '',
  access: 'stream',
  size: 1024,
  seconds: null,
  isPreviewed: false,
  ...more,
})
const teaser: Teaser = { text: null, audio: null, video: null, pages: [], pictures: [] }

/** The text of each element, in order. */
function texts(
  parts: Array<PublicPart>,
  { lines = [] as Array<string>, hasTeaser = false, isOwned = false } = {},
): string {
  const content = {
    parts,
    pricingModel: 'fixed' as const,
    release: null,
    whatsInside: lines,
    totalSize: 2048,
    teaser: hasTeaser ? teaser : null,
  }
  return renderToString(<WhatsInside content={content} isOwned={isOwned} />)
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, '|')
    .replace(/[|\s]*\|[|\s]*/g, '|')
}

test('an item of one part has no count and no list', () => {
  const use = 'A PDF|Read it here or download it.'

  expect(texts([part('book.pdf')])).toBe(`|What’s inside|${use}|`)
  expect(texts([part('book.pdf')], { lines: ['64 pages'] })).toBe(`|What’s inside|64 pages|${use}|`)
})

test('who owns it is not told how to get it', () => {
  expect(texts([part('book.pdf')], { isOwned: true })).toBe('')
  expect(texts([part('book.pdf')], { isOwned: true, lines: ['64 pages'] })).toBe('|What’s inside|64 pages|')
  expect(texts([part('a.wav'), part('b.wav')], { isOwned: true })).not.toContain('Yours to keep')
})

test('several parts have a summary and a list with their sections, without the names of files', () => {
  const inside = texts([
    part('Breakwater.wav', { section: 'Out' }),
    part('Bora.wav', { section: 'Out' }),
    part('Booklet.pdf', { section: 'Extras' }),
  ])

  expect(inside).toBe(
    '|What’s inside|2 tracks|WAV, 2 KB|Booklet|PDF, 1 KB|All 3 parts|2 KB|Out|Breakwater|WAV|Bora|WAV|Extras|Booklet|PDF|Yours to keep: play or view it in the browser, or download one by one or all at once.|',
  )
})

test('the creator’s own lines stand in place of the summary, and the list stays', () => {
  const inside = texts([part('a.wav'), part('b.wav')], { lines: ['40 loops in seven keys'] })

  expect(inside).toContain('|What’s inside|40 loops in seven keys|All 2 parts|')
  expect(inside).not.toContain('2 tracks')
})

test('the part of the free preview leads to it, while there is one', () => {
  const parts = [part('a.wav'), part('b.wav', { seconds: null, isPreviewed: true })]

  expect(texts(parts, { hasTeaser: true })).toContain('|b|Free preview|WAV|')
  expect(texts(parts)).not.toContain('Free preview')
})
