import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cardText, drawableText, wrap } from './card-text.ts'
import { fontFamiliesFor } from './fonts.ts'

/** Every character has a width of one. */
const measuring = { measureText: (text: string) => ({ width: text.length }) } as Parameters<typeof wrap>[0]

const style = { size: 40, face: 'Display', color: '#000000', maxWidth: 500, maxLines: 2 } as const

test.each([
  '夜の散歩 — 写真集 (24 photos)',
  'مرحبا بالعالم',
  'Привет мир',
  'Γειά σου',
  '한국어 제목',
  'ภาษาไทย',
  'हिन्दी शीर्षक',
  'שלום',
  '中文标题',
  'বাংলা',
  'தமிழ்',
  'Հայերեն',
  'ქართული',
  'አማርኛ',
])('every letter of “%s” is drawn', async (title) => {
  expect(drawableText(title)).toBe(title.normalize('NFC'))

  const picture = await cardText(title, style)

  if (typeof picture === 'string') throw new Error('There must be a picture')
  expect(picture.width).toBeLessThanOrEqual(style.maxWidth)
  const { channels } = await sharp(Buffer.from(picture.src.split(',')[1] ?? '', 'base64')).stats()
  expect(channels[3]?.max).toBe(255)
})

test.each([
  ['Harbour 🌊 loops 👩‍👩‍👧‍👦', 'Harbour loops'],
  ['🇫🇷 Été ❤️', 'Été'],
  ['1️⃣ Lesson', 'Lesson'],
  ['夜 🌙 散歩', '夜 散歩'],
  ['e\u0301t\u00e9', 'été'],
  ['क्‍ष', 'क्‍ष'],
])('“%s” is drawn without its emoji as “%s”', (title, expected) => {
  expect(drawableText(title)).toBe(expected)
})

test.each(['ᚠᚢᚦᚨᚱᚲ', 'Runes: ᚠ', '𒀀𒀁'])('“%s” is left out, because a letter of it has no font', (title) => {
  expect(drawableText(title)).toBeUndefined()
})

test('Latin text stays text', async () => {
  expect(await cardText('Žluťoučký kůň — 5 €', style)).toBe('Žluťoučký kůň — 5 €')
})

test('a long title ends in an ellipsis after its last line', async () => {
  const picture = await cardText('夜の散歩'.repeat(30), style)

  expect(picture).toMatchObject({ height: 2 * 56 })
})

test('a line neither ends in an opening bracket nor begins with a full stop', () => {
  expect(wrap(measuring, '写真集 (24 ab)', 5)).toEqual(['写真集 ', '(24 ', 'ab)'])
  expect(wrap(measuring, '夜の散歩。写真', 5)[0]).not.toBe('夜の散歩')
})

test('an emoji is drawn with the font of emoji, and a Chinese letter with that of its script', () => {
  expect(fontFamiliesFor('🌅')).toEqual(['noto-emoji-7'])
  expect(fontFamiliesFor('夜')).toEqual([expect.stringMatching(/^noto-sans-sc-/)])
})
