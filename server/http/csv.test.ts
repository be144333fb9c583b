import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { setSite } from '../../contract/site.ts'
import { type Column, csvStream, csvText } from './csv.ts'

type Row = { name: string; amount: string }
const columns: Array<Column<Row>> = [
  { name: 'Name', of: ({ name }) => name },
  { name: 'Amount', of: ({ amount }) => amount, isNumeric: true },
]
const byteOrderMark = '\ufeff'

test('a CSV table has a header, a line for each row, and totals', () => {
  const csv = csvText(columns, [{ name: 'Dusk', amount: '5.00' }], ['Total', '5.00'])

  expect(csv).toBe(`${byteOrderMark}Name,Amount\r\nDusk,5.00\r\nTotal,5.00\r\n`)
})

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
  'a cell that begins like a formula (%j) is escaped',
  (name) => {
    const [, line] = lines(csvText(columns, [{ name, amount: '0.00' }]))

    expect(line).toMatch(/^"?'/)
  },
)

test('a negative number is escaped in a text column and not in a numeric one', () => {
  const csv = csvText(columns, [{ name: '-5.00', amount: '-5.00' }])

  expect(lines(csv)[1]).toBe("'-5.00,-5.00")
})

test('a value of a numeric column that is no number is escaped as text', () => {
  expect(lines(csvText(columns, [{ name: 'x', amount: '-1+cmd' }]))[1]).toBe("x,'-1+cmd")
})

test('quotes, commas and line breaks stay in their cell', () => {
  const name = 'He said "now, or never"\nand left\r\n'

  const csv = csvText(columns, [{ name, amount: '1.00' }])

  expect(csv).toBe(`${byteOrderMark}Name,Amount\r\n"${name.replaceAll('"', '""')}",1.00\r\n`)
})

test('a streamed table has the same bytes, with totals computed after the last row', async () => {
  let sold = 0
  async function* rows() {
    for (const name of ['Dusk', 'Dawn']) {
      sold += 1
      yield { name, amount: '1.00' }
    }
  }

  const streamed = await text(csvStream(columns, rows(), () => ['Total', String(sold)]))

  const all = [
    { name: 'Dusk', amount: '1.00' },
    { name: 'Dawn', amount: '1.00' },
  ]
  expect(streamed).toBe(csvText(columns, all, ['Total', '2']))
})

test('a table without rows has its header and totals', async () => {
  async function* none(): AsyncGenerator<Row> {}

  expect(csvText(columns, [])).toBe(`${byteOrderMark}Name,Amount\r\n`)
  expect(await text(csvStream(columns, none(), () => ['Total', '0.00']))).toBe(
    `${byteOrderMark}Name,Amount\r\nTotal,0.00\r\n`,
  )
})

test('an error while reading rows ends the stream with that error', async () => {
  async function* broken(): AsyncGenerator<Row> {
    yield { name: 'Dusk', amount: '1.00' }
    throw new Error('the database is unavailable')
  }

  await expect(text(csvStream(columns, broken()))).rejects.toThrow('the database is unavailable')
})

/** The bytes as sent, after the byte order mark. */
async function text(stream: Readable): Promise<string> {
  return (await buffer(stream)).toString('utf8')
}

function lines(csv: string): Array<string> {
  return csv.slice(byteOrderMark.length).split('\r\n')
}

afterEach(() => setSite({}))

test.for([
  ['de-DE', '\ufeffName;Amount\r\nA, B;-9,10\r\nTotal;9,10\r\n'],
  ['en-US', '\ufeffName,Amount\r\n"A, B",-9.10\r\nTotal,9.10\r\n'],
  ['ja-JP', '\ufeffName,Amount\r\n"A, B",-9.10\r\nTotal,9.10\r\n'],
])(
  'a table for spreadsheets is written as those of %s read it, and one for programs as ever',
  ([locale, expected]) => {
    setSite({ locale })
    const columns = [
      { name: 'Name', of: ({ name }: { name: string }) => name },
      { name: 'Amount', of: () => '-9.10', isNumeric: true },
    ]
    const rows = [{ name: 'A, B' }]

    expect(csvText(columns, rows, ['Total', '9.10'], 'spreadsheet')).toBe(expected)
    expect(csvText(columns, rows)).toBe('\ufeffName,Amount\r\n"A, B",-9.10\r\n')
  },
)
