import { expect, test } from 'vitest'
import {
  type DatevDocument,
  type DatevSettings,
  datevHead,
  datevLine,
  datevProblem,
  fields,
  fiscalYearStart,
  toWindows1252,
} from './datev.ts'

const settings: DatevSettings = {
  consultant: '29098',
  client: '55003',
  yearStart: 1,
  clearingAccount: '1460',
  homeAccount: '4400',
  ossAccount: '4320',
  reverseChargeAccount: '4336',
  untaxedAccount: '4338',
  creatorsAccount: '5900',
}

const sale: DatevDocument = {
  number: '2026-000001',
  day: '2026-11-27',
  suppliedOn: '2026-11-26',
  amount: 1_190,
  isStatement: false,
  treatment: 'taxed',
  country: 'DE',
  rateMillionths: 190_000,
  vatId: '',
  text: 'Night "Ferry"; loops',
}

/** The filled fields of a line by their names. */
function filled(document: Partial<DatevDocument>): Record<string, string> {
  const values =
    datevLine({ ...sale, ...document }, settings, 'DE')
      .trimEnd()
      .match(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g) ?? []
  return Object.fromEntries(
    values.flatMap((value, index) => {
      const text = value.replace(/;$/, '')
      return text === '' ? [] : [[fields[index] ?? String(index), text]]
    }),
  )
}

test('the head is that of the public description, with the names of all 125 fields', () => {
  const head = datevHead({
    settings: { ...settings, yearStart: 7 },
    first: '2026-04-01',
    last: '2026-06-30',
    createdAt: new Date('2026-07-02T09:05:03.007Z'),
  })

  const [header = '', names = '', rest] = head.split('\r\n')
  expect(header).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260702090503007;;"";"";"";29098;55003;20250701;4;20260401;20260630;"Belege";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  expect(header.split(';')).toHaveLength(31)
  expect(names.split(';')).toHaveLength(125)
  expect([names.split(';')[39], names.split(';')[113], rest]).toEqual([
    'EU-Land u. UStID (Bestimmung)',
    'Festschreibung',
    '',
  ])
})

test('a sale at home is revenue against money in transit', () => {
  expect(filled({})).toEqual({
    'Umsatz (ohne Soll/Haben-Kz)': '11,90',
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: '1460',
    'Gegenkonto (ohne BU-Schlüssel)': '4400',
    Belegdatum: '2711',
    'Belegfeld 1': '"2026-000001"',
    Buchungstext: '"Night ""Ferry""; loops"',
    Festschreibung: '0',
    Leistungsdatum: '26112026',
  })
})

test.each([
  [
    'a credit note',
    { amount: -5 },
    { 'Umsatz (ohne Soll/Haben-Kz)': '0,05', 'Soll/Haben-Kennzeichen': '"H"' },
  ],
  [
    'a sale in another EU country',
    { country: 'GR', rateMillionths: 240_000 },
    {
      'Gegenkonto (ohne BU-Schlüssel)': '4320',
      'EU-Land u. UStID (Bestimmung)': '"EL"',
      'EU-Steuersatz (Bestimmung)': '24,00',
    },
  ],
  [
    'a sale with reverse charge',
    { treatment: 'reverse_charge', country: 'FR', vatId: 'FR12345678901', rateMillionths: 0 },
    { 'Gegenkonto (ohne BU-Schlüssel)': '4336', 'EU-Land u. UStID (Bestimmung)': '"FR12345678901"' },
  ],
  ['an untaxed sale', { treatment: 'untaxed', country: 'US' }, { 'Gegenkonto (ohne BU-Schlüssel)': '4338' }],
  [
    'a statement',
    { isStatement: true, amount: 4_000 },
    {
      'Gegenkonto (ohne BU-Schlüssel)': '5900',
      'Soll/Haben-Kennzeichen': '"H"',
      'Umsatz (ohne Soll/Haben-Kz)': '40,00',
    },
  ],
] as const)('%s', (_, document, expected) => {
  expect(filled(document)).toMatchObject(expected)
})

test.each([
  ['an EU business whose VAT ID is not confirmed', { country: 'FR', vatId: 'FR12345678901' }],
  ['a consumer outside the EU', { country: 'GB' }],
])('tax abroad of %s is not of the one-stop shop, and its text says the country', (_, document) => {
  expect(filled({ ...document, rateMillionths: 200_000 })).toEqual({
    ...filled({}),
    Buchungstext: `"${document.country}: Night ""Ferry""; loops"`,
  })
})

test('what is missing is said in a sentence', () => {
  expect(datevProblem(settings, 'EUR')).toBeUndefined()
  expect(datevProblem(settings, 'USD')).toBe('A file for DATEV needs an instance in euro.')
  expect(datevProblem({ ...settings, client: '', ossAccount: '' }, 'EUR')).toBe(
    'For a file for DATEV, enter in the settings what your adviser gives you: the client’s number, the account of sales under the one-stop shop.',
  )
  expect(datevProblem({ ...settings, ossAccount: '43200' }, 'EUR')).toContain('the same number of digits')
})

test('a fiscal year may begin in any month', () => {
  expect(fiscalYearStart('2026-06-30', 7)).toBe('2025-07-01')
  expect(fiscalYearStart('2026-07-01', 7)).toBe('2026-07-01')
})

test('texts are Windows-1252, and no character takes two bytes', () => {
  expect([...toWindows1252('Müller € „Ok“ ő 日')]).toEqual([
    ...[0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80, 0x20, 0x84, 0x4f, 0x6b, 0x93, 0x20, 0x6f, 0x20, 0x3f],
  ])
})
