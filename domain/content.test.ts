import { expect, test } from 'vitest'
import { ContentFormFields } from '../contract/content.ts'
import { parseContentForm } from './content.ts'

const money = { currency: 'USD', charge: { min: 1, max: 99_999_999 } }
const form = (fields: Record<string, string>) =>
  parseContentForm(
    ContentFormFields.parse({ kind: 'text', textContent: 'Salt.', price: '5', ...fields }),
    money,
  )

test('a title has no line breaks', () => {
  expect(form({ title: ' Harbour\r\n  loops ' }).title).toBe('Harbour loops')
})

test.each(['', '   ', '\u200b\u200d\u2060', '\u0007'])('%j is not a valid title', (title) => {
  expect(() => form({ title })).toThrow('Please fill in title and price')
})

test('joined emoji and right-to-left text are valid titles', () => {
  expect(form({ title: '👩‍🎤 نوار شب' }).title).toBe('👩‍🎤 نوار شب')
})

test.each([
  [{ title: 'T', price: '' }, 'Please fill in title and price'],
  [
    { title: 'T', pricingModel: 'pay_what_you_want' },
    'Please set a minimum price for pay-what-you-want content',
  ],
  [{ title: 'T', price: '0.001' }, 'Enter a price from $0.01 to $999,999.99'],
  [
    { title: 'T', kind: 'link', linkUrl: 'javascript:alert(1)' },
    'Enter a link that starts with https:// or http://',
  ],
  [{ title: 'T', kind: 'link' }, 'Please enter a link'],
  [{ title: 'T', textContent: ' ' }, 'Please enter some text'],
])('%j is rejected with the message %j', (fields, message) => {
  expect(() => form(fields)).toThrow(message)
})

const storedPart = {
  id: 1,
  kind: 'text',
  name: '',
  section: '',
  access: 'view',
  uploadId: '',
  hasFile: false,
  url: null,
  text: '',
} as const

test('a text with too many parts is refused, as a draft too, unless it is stored already', () => {
  const textContent = 'a\n\n'.repeat(2_001)
  const message = 'This text has 2,001 paragraphs, list entries and links.'

  expect(() => form({ title: 'T', textContent })).toThrow(message)
  expect(() => form({ title: 'T', textContent, status: 'draft' })).toThrow(message)
  expect(
    parseContentForm(ContentFormFields.parse({ kind: 'text', title: 'T', price: '5', textContent }), {
      ...money,
      stored: [{ ...storedPart, text: textContent }],
    }),
  ).toMatchObject({ parts: [{ id: 1, text: textContent }] })
})

test('a link is stored without invisible characters and spaces', () => {
  const linkUrl = '\u2060https://example.com/my file.pdf\u200b'

  expect(form({ title: 'T', kind: 'link', linkUrl }).parts[0]?.url).toBe('https://example.com/my%20file.pdf')
  expect(() => form({ title: 'T', kind: 'link', linkUrl: '\u200b' })).toThrow('Please enter a link')
})
