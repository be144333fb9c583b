import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmal.com', 'ana@gmail.com'],
  ['ana@gamil.com', 'ana@gmail.com'],
  ['ana@mgail.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gmial.cmo', 'ana@gmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmailcom', 'ana@gmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@yahooo.co.uk', 'ana@yahoo.co.uk'],
  ['ana@hotnail.com', 'ana@hotmail.com'],
  ['ana@hotmial.fr', 'ana@hotmail.fr'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@outllok.com', 'ana@outlook.com'],
  ['ana@iclod.com', 'ana@icloud.com'],
  ['ana@live.con', 'ana@live.com'],
  ['ana@mystudio.con', 'ana@mystudio.com'],
  ['ana@mystudio.nte', 'ana@mystudio.net'],
  [' Ana.B+c@GMIAL.com ', 'Ana.B+c@gmail.com'],
])('%s is corrected to %s', (typed, suggestion) => {
  expect(suggestEmail(typed)).toBe(suggestion)
})

test.each([
  'gmail.com',
  'GMAIL.com',
  'googlemail.com',
  'mail.com',
  'email.com',
  'ymail.com',
  'fmail.com',
  'rocketmail.com',
  'hushmail.com',
  'fastmail.com',
  'hmail.com',
  'cloud.com',
  'yahoo.co.uk',
  'yahoo.com.br',
  'yahoo.de',
  'hotmail.fr',
  'live.nl',
  'outlook.es',
  'gmx.de',
  'gmx.at',
  'web.de',
  'me.com',
  'mac.com',
  'aol.com',
  'qq.com',
  '163.com',
  'yandex.ru',
  'proton.me',
  'pm.me',
  'love.com',
  'life.com',
  'example.co',
  'startup.cm',
  'omantel.om',
  'mail.example.co.uk',
  'gail.in',
  'studio.net',
  'b.org',
])('nothing is suggested for %s, which may be a real domain', (domain) => {
  expect(suggestEmail(`ana@${domain}`)).toBeUndefined()
})

test.each(['', 'ana', 'ana@', '@gmial.com', 'a@b@gmial.com', 'ana@.com'])(
  'nothing is suggested for %j',
  (typed) => {
    expect(suggestEmail(typed)).toBeUndefined()
  },
)

test('a suggestion keeps the local part and is itself not corrected', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'gmailyhotcudkrn.'), minLength: 1, maxLength: 14 })
  fc.assert(
    fc.property(letters, (domain) => {
      const suggestion = suggestEmail(`ana@${domain}`)
      if (suggestion === undefined) return
      expect(suggestion).toMatch(/^ana@/)
      expect(suggestion).not.toBe(`ana@${domain}`)
      expect(suggestEmail(suggestion)).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})
