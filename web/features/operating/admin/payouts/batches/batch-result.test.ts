import { expect, test } from 'vitest'
import { effectText, recordLabel } from './batch-result.tsx'
import { decodeText } from './read-text-file.ts'

const none = { count: 0, amount: '0.00' }
const some = (count: number) => ({ count, amount: '80.00' })
const result = { paid: none, returned: none, waiting: none, recordedCount: 0, recordedAt: null }

test('the button names what is recorded, and the sentence beside it who is told', () => {
  const both = { ...result, paid: some(1_031), returned: some(1) }

  expect(recordLabel(both)).toBe('Record 1,031 paid, 1 returned')
  expect(recordLabel({ ...result, returned: some(2) })).toBe('Record 2 returned')
  expect(effectText(both)).toBe(
    'Recording it emails 1,031 creators that their payout is paid, and 1 that it came back.',
  )
  expect(effectText({ ...result, returned: some(1) })).toBe(
    'Recording it emails 1 creator that it came back.',
  )
})

test('a file with nothing to record says why', () => {
  expect(effectText({ ...result, waiting: some(2) })).toBe(
    'Nothing to record yet. Import a newer file when the provider has one.',
  )
  expect(effectText({ ...result, recordedCount: 3 })).toBe('Everything in it is recorded already.')
  expect(effectText(result)).toBe('Nothing in it can be recorded.')
  expect(effectText({ ...result, paid: some(1), recordedAt: '2026-11-26T16:02:00Z' })).toBe(
    'This file is recorded. What comes later is in a newer one.',
  )
})

test('a file is read in the letters that spreadsheets and providers write', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x5a, 0x00, 0xeb, 0x00])

  expect(decodeText(new TextEncoder().encode('Zoë'))).toBe('Zoë')
  expect(decodeText(utf16)).toBe('Zë')
  expect(decodeText(new Uint8Array([0x5a, 0x6f, 0xeb]))).toBe('Zoë')
})
