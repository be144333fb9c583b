import { expect, test } from 'vitest'
import { isInlineSafe, mimeTypeOf, sanitizeFileName } from './file-type.ts'
import { canTransition, findMismatches, purchaseState } from './purchase.ts'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['a\u0000b.txt', 'ab.txt'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['línea 🎵 "two".mp3', 'línea 🎵 "two".mp3'],
  ['...', 'file'],
  ['.vimrc', '.vimrc'],
  ['../..vimrc', '.vimrc'],
  ['👨‍👩‍👧‍👦 trip.jpg', '👨‍👩‍👧‍👦 trip.jpg'],
  ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
  ['\u200da\u200d.exe\u200d', 'a.exe'],
  ['', 'file'],
])('sanitizeFileName turns %j into %j', (fileName, sanitized) => {
  expect(sanitizeFileName(fileName, 255)).toBe(sanitized)
})

test('sanitizeFileName shortens a long name and keeps its extension', () => {
  const sanitized = sanitizeFileName(`${'a'.repeat(4096)}.flac`, 255)

  expect(sanitized).toHaveLength(255)
  expect(sanitized.endsWith('.flac')).toBe(true)
  expect(sanitizeFileName(`${'👨‍👩‍👧‍👦'.repeat(99)}.flac`, 255)).toBe(`${'👨‍👩‍👧‍👦'.repeat(22)}.flac`)
})

test('file types that can run scripts are never inline-safe', () => {
  for (const name of ['x.html', 'x.svg', 'x.xml', 'x.js', 'x', 'x.pdf.html', 'x.xhtml']) {
    expect(isInlineSafe(mimeTypeOf(name))).toBe(false)
  }
  expect(mimeTypeOf('A.PDF')).toBe('application/pdf')
})

test('a canceled checkout can still become paid, and paid and quarantined are final', () => {
  expect(canTransition('canceled', 'paid')).toBe(true)
  expect(canTransition('paid', 'canceled')).toBe(false)
  expect(canTransition('quarantined', 'paid')).toBe(false)
})

test('findMismatches names every field that differs from the checkout', () => {
  const checkout = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', mode: 'test' }
  const paid = { ...checkout, amountReceived: 500 }

  expect(findMismatches(checkout, paid)).toEqual([])
  expect(findMismatches(checkout, { ...paid, amountReceived: 499 })).toEqual(['amount received'])
  expect(findMismatches(checkout, { ...paid, currency: 'EUR', mode: 'live' })).toEqual(['currency', 'mode'])
  expect(findMismatches(checkout, { ...paid, checkoutId: '9', contentId: 9 })).toEqual([
    'checkout',
    'content',
  ])
})

test('purchaseState depends on the refunded amount', () => {
  expect(purchaseState({ amount: 10, refundedAmount: 0 })).toBe('paid')
  expect(purchaseState({ amount: 10, refundedAmount: 9 })).toBe('partially_refunded')
  expect(purchaseState({ amount: 10, refundedAmount: 10 })).toBe('refunded')
})
