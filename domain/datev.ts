import { type Day, utcDay } from './dates.ts'
import { taxReturn } from './tax.ts'

/**
 * DATEV's posting batch, as its developer portal describes it publicly (developer.datev.de, DATEV format: header version 700,
 * category 21 "Buchungsstapel", format version 13): a header, the names of the fields, and a line for each booking.
 */
export type DatevSettings = {
  /** Numbers that the adviser gives: theirs, and the client's. */
  consultant: string
  client: string
  /** The month in which the fiscal year begins, 1 to 12. */
  yearStart: number
  /** Money at the card provider and on the way to banks. */
  clearingAccount: string
  /** Revenue by tax case, and what creators get. */
  homeAccount: string
  ossAccount: string
  reverseChargeAccount: string
  untaxedAccount: string
  creatorsAccount: string
}

export type DatevDocument = {
  number: string
  day: Day
  suppliedOn: Day
  /** In cents; negative when money goes back. */
  amount: number
  isStatement: boolean
  treatment: 'taxed' | 'untaxed' | 'reverse_charge'
  country: string | null
  rateMillionths: number
  vatId: string
  text: string
}

/** A file of DATEV holds no more. */
export const maxDatevRows = 99_999

const required = {
  consultant: 'the adviser’s number',
  client: 'the client’s number',
  clearingAccount: 'the account of money in transit',
  homeAccount: 'the account of taxed sales at home',
  ossAccount: 'the account of sales under the one-stop shop',
  reverseChargeAccount: 'the account of sales with reverse charge',
  untaxedAccount: 'the account of untaxed sales',
  creatorsAccount: 'the account of what creators get',
} as const satisfies Partial<Record<keyof DatevSettings, string>>

/** Why there can be no file, as a sentence; undefined when there can. */
export function datevProblem(settings: DatevSettings, currency: string): string | undefined {
  if (currency !== 'EUR') return 'A file for DATEV needs an instance in euro.'
  const missing = (Object.keys(required) as Array<keyof typeof required>).filter(
    (key) => settings[key] === '',
  )
  if (missing.length > 0)
    return `For a file for DATEV, enter in the settings what your adviser gives you: ${missing.map((key) => required[key]).join(', ')}.`
  if (new Set(accountsOf(settings).map(({ length }) => length)).size > 1)
    return 'For a file for DATEV, all accounts need the same number of digits.'
  return undefined
}

function accountsOf(settings: DatevSettings): Array<string> {
  const { clearingAccount, homeAccount, ossAccount, reverseChargeAccount, untaxedAccount, creatorsAccount } =
    settings
  return [clearingAccount, homeAccount, ossAccount, reverseChargeAccount, untaxedAccount, creatorsAccount]
}

/** The first day of the fiscal year in which a day is. */
export function fiscalYearStart(day: Day, yearStart: number): Day {
  const year = Number(day.slice(0, 4))
  const start = (each: number) => `${each}-${String(yearStart).padStart(2, '0')}-01`
  return start(year) <= day ? start(year) : start(year - 1)
}

type Batch = { settings: DatevSettings; first: Day; last: Day; createdAt: Date }

/** The first two lines. */
export function datevHead({ settings, first, last, createdAt }: Batch): string {
  const { consultant, client, yearStart, clearingAccount } = settings
  const compact = (day: Day) => day.replaceAll('-', '')
  const stamp = `${compact(utcDay(createdAt))}${createdAt.toISOString().slice(11, 23).replace(/[:.]/g, '')}`
  const header = [
    quoted('EXTF'),
    '700',
    '21',
    quoted('Buchungsstapel'),
    '13',
    stamp,
    '',
    quoted(''),
    quoted(''),
    quoted(''),
    consultant,
    client,
    compact(fiscalYearStart(first, yearStart)),
    String(clearingAccount.length),
    compact(first),
    compact(last),
    quoted('Belege'),
    quoted(''),
    '1',
    '0',
    '0',
    quoted('EUR'),
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    quoted(''),
  ]
  return `${header.join(';')}\r\n${fields.join(';')}\r\n`
}

/** The line of a document; empty for one without an amount, which DATEV doesn't take. */
export function datevLine(document: DatevDocument, settings: DatevSettings, homeCountry: string): string {
  const { amount, isStatement, number, day, suppliedOn, text } = document
  if (amount === 0) return ''
  // A statement is money that goes out.
  const goesOut = isStatement ? amount > 0 : amount < 0
  const place = isStatement ? undefined : placeOf(document, homeCountry)
  const values = new Map<string, string>([
    ['Umsatz (ohne Soll/Haben-Kz)', decimal(Math.abs(amount))],
    ['Soll/Haben-Kennzeichen', quoted(goesOut ? 'H' : 'S')],
    ['WKZ Umsatz', quoted('EUR')],
    ['Konto', settings.clearingAccount],
    [
      'Gegenkonto (ohne BU-Schlüssel)',
      isStatement ? settings.creatorsAccount : settings[`${place?.case ?? 'untaxed'}Account`],
    ],
    ['Belegdatum', `${day.slice(8)}${day.slice(5, 7)}`],
    ['Belegfeld 1', quoted(number)],
    ['Buchungstext', quoted(plain(`${place?.note ?? ''}${text}`).slice(0, 60))],
    ['EU-Land u. UStID (Bestimmung)', place?.country ? quoted(place.country) : ''],
    ['EU-Steuersatz (Bestimmung)', place?.rate ?? ''],
    ['Festschreibung', '0'],
    ['Leistungsdatum', `${suppliedOn.slice(8)}${suppliedOn.slice(5, 7)}${suppliedOn.slice(0, 4)}`],
  ])
  return `${fields.map((name) => values.get(name) ?? '').join(';')}\r\n`
}

type Place = {
  case: 'home' | 'oss' | 'reverseCharge' | 'untaxed'
  country?: string
  rate?: string
  /** Before the text, for a person who looks through the account. */
  note?: string
}

/** The account is that of the return in which the tax report counts the document. */
function placeOf(document: DatevDocument, homeCountry: string): Place {
  const { treatment, country, rateMillionths, vatId } = document
  const isBusiness = vatId !== ''
  switch (taxReturn({ country, isBusiness }, { treatment, sellerCountry: homeCountry })) {
    case 'reverse_charge':
      return { case: 'reverseCharge', country: vatId.slice(0, 15) }
    case 'none':
      return { case: 'untaxed' }
    case 'one_stop_shop':
      // The EU's own code of Greece.
      return {
        case: 'oss',
        country: country === 'GR' ? 'EL' : (country ?? ''),
        rate: decimal(Math.round(rateMillionths / 100)),
      }
    case 'business':
    case 'local':
      return { case: 'home', note: country === homeCountry ? '' : `${country}: ` }
  }
}

/** Cents, or hundredths of a percent, with two decimals. */
function decimal(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const numbered = (count: number, names: (number: number) => Array<string>) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat()

/** The fields of format version 13 in their order. */
export const fields = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...[
    'Konto',
    'Gegenkonto (ohne BU-Schlüssel)',
    'BU-Schlüssel',
    'Belegdatum',
    'Belegfeld 1',
    'Belegfeld 2',
    'Skonto',
  ],
  ...[
    'Buchungstext',
    'Postensperre',
    'Diverse Adressnummer',
    'Geschäftspartnerbank',
    'Sachverhalt',
    'Zinssperre',
    'Beleglink',
  ],
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...[
    'KOST1 - Kostenstelle',
    'KOST2 - Kostenstelle',
    'Kost-Menge',
    'EU-Land u. UStID (Bestimmung)',
    'EU-Steuersatz (Bestimmung)',
  ],
  ...[
    'Abw. Versteuerungsart',
    'Sachverhalt L+L',
    'Funktionsergänzung L+L',
    'BU 49 Hauptfunktionstyp',
    'BU 49 Hauptfunktionsnummer',
  ],
  'BU 49 Funktionsergänzung',
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...[
    'Stück',
    'Gewicht',
    'Zahlweise',
    'Forderungsart',
    'Veranlagungsjahr',
    'Zugeordnete Fälligkeit',
    'Skontotyp',
    'Auftragsnummer',
  ],
  ...['Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...[
    'EU-Steuersatz (Anzahlungen)',
    'Erlöskonto (Anzahlungen)',
    'Herkunft-Kz',
    'Buchungs GUID',
    'KOST-Datum',
  ],
  ...[
    'SEPA-Mandatsreferenz',
    'Skontosperre',
    'Gesellschaftername',
    'Beteiligtennummer',
    'Identifikationsnummer',
    'Zeichnernummer',
  ],
  ...[
    'Postensperre bis',
    'Bezeichnung SoBil-Sachverhalt',
    'Kennzeichen SoBil-Buchung',
    'Festschreibung',
    'Leistungsdatum',
  ],
  ...[
    'Datum Zuord. Steuerperiode',
    'Fälligkeit',
    'Generalumkehr (GU)',
    'Steuersatz',
    'Land',
    'Abrechnungsreferenz',
    'BVV-Position',
  ],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

/** What Windows-1252 has from 0x80 to 0x9f; a space where it has nothing. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Text as Windows-1252, which DATEV reads. Other characters lose their accent, or become a question mark. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')].map(byteOf))
}

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = character === ' ' ? -1 : upper.indexOf(character)
  if (place >= 0) return 0x80 + place
  const base = character.normalize('NFD').charCodeAt(0)
  return base < 0x80 ? base : 0x3f
}
