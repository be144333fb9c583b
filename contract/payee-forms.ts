import { dictionary } from './dictionary.ts'

/** Who is paid: a human being, or a company. */
export const payeeKinds = ['person', 'business'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/**
 * What a register says about a VAT ID. `none`: there is no VAT ID. `not_asked`: no register has it. `pending`: it didn’t
 * answer, and is asked again.
 */
export const vatStates = ['none', 'not_asked', 'pending', 'valid', 'invalid'] as const

/** The tax number that a country gives to people or to businesses. */
export type TaxNumberForm = {
  /** What the country calls it. */
  label: string
  example: string
  /** Of the number without spaces, dots, hyphens and slashes, in capitals. */
  form: RegExp
  isRequired: boolean
}

/** What a country’s address has beside street and city. */
export type AddressForm = {
  hasPostalCode: boolean
  postalCodeLabel: string
  /** `State`, `Province` or the like, where mail needs it; otherwise undefined. */
  regionLabel: string | undefined
}

const digits = (count: number) => new RegExp(`^\\d{${count}}$`)

const required = (label: string, example: string, form: RegExp): TaxNumberForm => ({
  label,
  example,
  form,
  isRequired: true,
})

const optional = (label: string, example: string, form: RegExp): TaxNumberForm => ({
  ...required(label, example, form),
  isRequired: false,
})

/**
 * The tax numbers of people by country. Source: the European Commission's list of TINs (ec.europa.eu/taxation_customs/tin)
 * and the OECD's pages of tax identification numbers. A country that is not here has one of any form, which is optional. `null`: the
 * country has none, or its law does not let us ask (Japan's My Number, Korea's resident number, Australia's TFN).
 */
const ofPeople: Record<string, TaxNumberForm | null> = dictionary({
  AE: null,
  AT: required('Steuernummer', '12-345/6789', digits(9)),
  AU: null,
  BE: required('Rijksregisternummer', '85.07.30-033.28', digits(11)),
  BG: required('ЕГН', '7523169263', digits(10)),
  BH: null,
  BM: null,
  BR: required('CPF', '123.456.789-09', digits(11)),
  BS: null,
  CA: required('SIN', '046 454 286', digits(9)),
  CH: optional('AHV-Nummer', '756.9217.0769.85', /^756\d{10}$/),
  CY: required('TIC', '00123123T', /^\d{8}[A-Z]$/),
  CZ: required('Rodné číslo', '736028/5163', /^\d{9,10}$/),
  DE: required('Steuer-IdNr.', '86 095 742 719', digits(11)),
  DK: required('CPR-nummer', '211062-5629', digits(10)),
  EE: required('Isikukood', '37102250382', digits(11)),
  ES: required('NIF or NIE', '54237A or X1234567L', /^(\d{1,8}[A-Z]|[XYZKLM]\d{7}[A-Z])$/),
  FI: required('Henkilötunnus', '131052-308T', /^\d{6}[A-Z+]?\d{3}[0-9A-Z]$/),
  FR: required('Numéro fiscal', '30 23 217 600 053', digits(13)),
  GB: required('UTR or NINO', '1234567890 or QQ 12 34 56 C', /^(\d{10}|[A-Z]{2}\d{6}[A-D])$/),
  GR: required('ΑΦΜ', '123456783', digits(9)),
  HK: null,
  HR: required('OIB', '33392005961', digits(11)),
  HU: required('Adóazonosító jel', '8071592153', digits(10)),
  IE: required('PPS number', '1234567FA', /^\d{7}[A-Z]{1,2}$/),
  IN: required('PAN', 'ABCDE1234F', /^[A-Z]{5}\d{4}[A-Z]$/),
  IS: required('Kennitala', '120174-3399', digits(10)),
  IT: required(
    'codice fiscale',
    'VTLMRA88C49L424R',
    /^[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]$/,
  ),
  JP: null,
  KR: null,
  KW: null,
  KY: null,
  LT: required('Asmens kodas', '33309240064', digits(11)),
  LU: required('Matricule', '1893120105732', digits(13)),
  LV: required('Personas kods', '161175-19997', digits(11)),
  MT: required('Identity card or tax number', '1234567A', /^(\d{7}[A-Z]|\d{9})$/),
  MX: required('RFC', 'GODE561231GR8', /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/),
  NL: required('BSN', '174559434', digits(9)),
  NO: required('Fødselsnummer', '010190 12345', digits(11)),
  NZ: required('IRD number', '49-091-850', /^\d{8,9}$/),
  OM: null,
  PL: required('PESEL or NIP', '02070803628', /^\d{10,11}$/),
  PT: required('NIF', '299999998', digits(9)),
  QA: null,
  RO: required('CNP', '8001011234567', digits(13)),
  SE: required('Personnummer', '640823-3234', /^\d{10}(\d{2})?$/),
  SI: required('Davčna številka', '15012557', digits(8)),
  SK: required('Rodné číslo or DIČ', '281203054', /^\d{9,10}$/),
  US: required('SSN or ITIN', '123-45-6789', digits(9)),
  VG: null,
})

/** Those of businesses, where they differ from a VAT ID and a registration number. Elsewhere of any form, and optional. */
const ofBusinesses: Record<string, TaxNumberForm | null> = dictionary({
  ...Object.fromEntries(
    Object.entries(ofPeople).filter(
      ([country, form]) => form === null && country !== 'AU' && country !== 'JP',
    ),
  ),
  AT: required('Steuernummer', '12-345/6789', digits(9)),
  AU: required('ABN', '51 824 753 556', digits(11)),
  BE: required('Ondernemingsnummer', '0403.019.261', digits(10)),
  BR: required('CNPJ', '11.222.333/0001-81', /^[0-9A-Z]{12}\d{2}$/),
  CA: required('Business number', '123456789', /^\d{9}(R[CTP]\d{4})?$/),
  DE: required('Steuernummer', '181/815/08155', /^\d{10,13}$/),
  ES: required('NIF', 'B58378431', /^[A-Z]\d{7}[0-9A-Z]$/),
  FR: required('SIREN', '732 829 320', /^\d{9}(\d{5})?$/),
  GB: required('UTR', '1234567890', digits(10)),
  IE: required('Tax reference number', '1234567FA', /^\d{7}[A-Z]{1,2}$/),
  IN: required('PAN', 'AAACB1234C', /^[A-Z]{5}\d{4}[A-Z]$/),
  IT: required('codice fiscale', '01234567890', /^(\d{11}|[A-Z0-9]{16})$/),
  JP: optional('Corporate number', '5835678256246', digits(13)),
  MX: required('RFC', 'ABC680524P76', /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/),
  NL: required('RSIN', '810433941', digits(9)),
  NZ: required('IRD number', '49-091-850', /^\d{8,9}$/),
  PL: required('NIP', '8567346215', digits(10)),
  PT: required('NIPC', '501442600', digits(9)),
  US: required('EIN', '12-3456789', digits(9)),
})

const anyNumber = optional('Tax number', '', /^[A-Z0-9]{4,25}$/)

/** The tax number that a payee is asked for; null where there is none to ask for. */
export function taxNumberFormOf(country: string, kind: PayeeKind): TaxNumberForm | null {
  const form = (kind === 'person' ? ofPeople : ofBusinesses)[country]
  return form === undefined ? anyNumber : form
}

/** A tax number without the spaces, dots, hyphens and slashes that people write. */
export function normalizeTaxNumber(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase()
}

/** Countries without postal codes. Source: the Universal Postal Union's addressing systems. */
const withoutPostalCode = new Set(
  `AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN LY ML MO MR MW NR NU
  PA QA RW SB SC SL SR ST SX SY TD TF TG TL TO TT TV TZ UG VU WS YE ZW`.split(/\s+/),
)

const regionLabels: Record<string, string> = dictionary({
  AR: 'Province',
  AU: 'State',
  BR: 'State',
  CA: 'Province',
  CN: 'Province',
  ID: 'Province',
  IN: 'State',
  JP: 'Prefecture',
  KR: 'Province',
  MX: 'State',
  MY: 'State',
  NG: 'State',
  PH: 'Province',
  TH: 'Province',
  US: 'State',
})

const postalCodeLabels: Record<string, string> = dictionary({
  GB: 'Postcode',
  IE: 'Eircode',
  IN: 'PIN code',
  US: 'ZIP code',
})

export function addressFormOf(country: string): AddressForm {
  return {
    hasPostalCode: !withoutPostalCode.has(country),
    postalCodeLabel: postalCodeLabels[country] ?? 'Postal code',
    regionLabel: regionLabels[country],
  }
}
