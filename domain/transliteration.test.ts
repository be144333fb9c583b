import { expect, test } from 'vitest'
import { transliterate } from './transliteration.ts'

const transliterateAll = (text: string) => [...text].map((letter) => transliterate(letter) ?? letter).join('')

test.each([
  ['Ночь в Киеве', 'Noch v Kieve'],
  ['Щедрий їжак', 'Shchedriy yizhak'],
  ['Ђорђе Јањић', 'Đorđe Janjić'],
  ['Νύχτα στη Θήρα', 'Nychta sti Thira'],
  ['plain', 'plain'],
])('%s is transliterated to %s', (text, latin) => {
  expect(transliterateAll(text)).toBe(latin)
})

test.each(['日', 'ب', '🐴', '7', 'é'])('%s has no transliteration', (character) => {
  expect(transliterate(character)).toBeUndefined()
})
