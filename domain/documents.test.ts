import { expect, test } from 'vitest'
import { documentFileName, documentNumber, documentType, parseDocumentNumber } from './documents.ts'

test('a number is printed with its year, and with an S when a creator supplied', () => {
  expect(documentNumber({ series: 'sales', year: 2026, number: 42 })).toBe('2026-000042')
  expect(documentNumber({ series: 'self_billing', year: 2027, number: 1_234_567 })).toBe('S-2027-1234567')
})

test('a printed number is found, also without its zeros, and no other text is', () => {
  expect(parseDocumentNumber(' s-2026-42 ')).toEqual({ series: 'self_billing', year: 2026, number: 42 })
  expect(parseDocumentNumber('2026-000042')).toEqual({ series: 'sales', year: 2026, number: 42 })
  expect(parseDocumentNumber('482913057716402')).toBeUndefined()
  expect(parseDocumentNumber('2026-')).toBeUndefined()
})

test('what a document is about names it and its file', () => {
  const none = { payoutId: null, proInvoiceId: null }

  expect(documentType({ kind: 'receipt', ...none })).toBe('receipt')
  expect(documentType({ kind: 'invoice', ...none, proInvoiceId: 1 })).toBe('pro_invoice')
  expect(documentType({ kind: 'credit_note', ...none, proInvoiceId: 1 })).toBe('credit_note')
  expect(documentType({ kind: 'statement', ...none, payoutId: 1 })).toBe('statement')
  expect(documentFileName({ kind: 'credit_note', ...none, series: 'sales', year: 2026, number: 3 })).toBe(
    'credit-note-2026-000003.pdf',
  )
})
