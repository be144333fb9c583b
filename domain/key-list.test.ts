import { expect, test } from 'vitest'
import { linesOf } from '../contract/text.ts'
import { keysOfCsv, leftOutSentences, readKeyList } from './key-list.ts'

const keysIn = (text: string) => readKeyList(text).keys.map(({ key }) => key)

test('doubles and empty lines are named by their line and left out', () => {
  const read = readKeyList('LDK-4471-AAB2-90\n LDK-4471-AAB3-17 \r\nldk 4471 aab2 90\n\nLDK-4471-AAB4-52\n')

  expect(read.keys.map(({ line, key }) => [line, key])).toEqual([
    [1, 'LDK-4471-AAB2-90'],
    [2, 'LDK-4471-AAB3-17'],
    [5, 'LDK-4471-AAB4-52'],
  ])
  expect(leftOutSentences(read.leftOut)).toBe(
    'Line 3 is the same as line 1 and is left out. Line 4 is empty.',
  )
})

test('a key has up to 250 characters, and a line of dashes is empty', () => {
  const read = readKeyList(`${'A'.repeat(250)}\n${'B'.repeat(251)}\n----`)

  expect(read.keys).toHaveLength(1)
  expect(leftOutSentences(read.leftOut)).toBe(
    'Line 2 is longer than 250 characters and is left out. Line 3 is empty.',
  )
})

test('only the first lines are named, and the others counted', () => {
  const { leftOut } = readKeyList(`A${'\nA'.repeat(7)}`)

  expect(leftOutSentences(leftOut)).toMatch(/^Line 2 .* Line 6 .* 2 more lines are left out\.$/)
  expect(leftOutSentences(leftOut.slice(0, 5), 6)).toMatch(/1 more line is left out\.$/)
})

test.each([
  ['', 0],
  ['A', 1],
  ['A\n', 1],
  ['A\r\nB', 2],
  ['\n\nA', 3],
])('%j has %i lines', (text, count) => {
  expect(linesOf(text)).toHaveLength(count)
})

test.each([
  ['Key,Order\nA-1,5\nB-2,6\n', ['A-1', 'B-2']],
  ['\uFEFFLicense key;Note\r\n"A;1";x\r\n"B""2";y', ['A;1', 'B"2']],
  ['A-1\nB-2', ['A-1', 'B-2']],
  ['KEY-1\tnew', ['KEY-1']],
])('the keys of the table %j', (csv, keys) => {
  expect(keysIn(keysOfCsv(csv))).toEqual(keys)
})
