import {
  type DigitCount,
  type ParsedText,
  parseBic,
  parseBrazilianAccount,
  parseBrazilianTaxId,
  parseClabe,
  parseCode,
  parseDigits,
  parseIban,
  parseKana,
  parseNewZealandAccount,
  parseOption,
  parseRoutingNumber,
} from './bank-checks.ts'

/** A part of a bank account. In the stored text its value follows `prefix`, as in `IBAN DE89…`. */
export type BankField = {
  name: string
  prefix: string
  label: string
  placeholder?: string
  hint?: string
  /** The values to choose from; a field without them is typed. */
  options?: ReadonlyArray<{ value: string; label: string }>
  /** Accounts that were stored before it was asked for don't have it. */
  isNewer?: true
  parse(text: string): ParsedText
}

/** The account number is the last field, because its end is what the mask shows. */
export type BankForm = {
  label: string
  /** The name on the account, where banks print it in letters of their own. */
  holder?: { label: string; placeholder: string; hint: string; parse(text: string): ParsedText }
  fields: ReadonlyArray<BankField>
}

type FixedField = { name: string; prefix: string; label: string; digits: number; example: string }

/** A code that banks of a country give with so many digits. */
function code({ digits, example, ...field }: FixedField): BankField {
  const error = `Enter the ${digits}-digit ${field.label.charAt(0).toLowerCase()}${field.label.slice(1)}`
  return {
    ...field,
    placeholder: example,
    parse: (text) => parseDigits(text, { min: digits, max: digits }, error),
  }
}

function accountNumber(digits: DigitCount, placeholder?: string): BankField {
  const error = `Enter an account number of ${range(digits)} digits`
  return {
    name: 'accountNumber',
    prefix: 'account',
    label: 'Account number',
    ...(placeholder && { placeholder }),
    parse: (text) => parseDigits(text, digits, error),
  }
}

function range({ min, max }: DigitCount): string {
  return min === max ? String(min) : `${min} to ${max}`
}

type Options = NonNullable<BankField['options']>

function accountType(options: Options, error: string): BankField {
  return {
    name: 'accountType',
    prefix: 'type',
    label: 'Account type',
    options,
    parse: (text) => parseOption(text, options, error),
  }
}

const checking = { value: 'checking', label: 'Checking' }
const savings = { value: 'savings', label: 'Savings' }

/** The forms of bank accounts, by what banks of a region ask for. */
export const bankForms = {
  us: {
    label: 'US account',
    fields: [
      {
        name: 'routing',
        prefix: 'routing',
        label: 'Routing number',
        placeholder: '9 digits',
        parse: parseRoutingNumber,
      },
      { ...accountType([checking, savings], 'Choose checking or savings'), isNewer: true },
      accountNumber({ min: 4, max: 17 }),
    ],
  },
  iban: {
    label: 'IBAN',
    fields: [
      {
        name: 'iban',
        prefix: 'IBAN',
        label: 'IBAN',
        placeholder: 'DE89 3704 0044 0532 0130 00',
        parse: parseIban,
      },
    ],
  },
  uk: {
    label: 'UK account',
    fields: [
      {
        name: 'sortCode',
        prefix: 'sort code',
        label: 'Sort code',
        placeholder: '12-34-56',
        parse: (text) => parseDigits(text, { min: 6, max: 6 }, 'Enter the 6-digit sort code of your bank'),
      },
      accountNumber({ min: 7, max: 8 }),
    ],
  },
  ca: {
    label: 'Canadian account',
    fields: [
      code({ name: 'transit', prefix: 'transit', label: 'Transit number', digits: 5, example: '5 digits' }),
      code({
        name: 'institution',
        prefix: 'institution',
        label: 'Institution number',
        digits: 3,
        example: '3 digits',
      }),
      accountNumber({ min: 5, max: 12 }),
    ],
  },
  au: {
    label: 'Australian account',
    fields: [
      {
        name: 'bsb',
        prefix: 'BSB',
        label: 'BSB',
        placeholder: '062-000',
        parse: (text) => parseDigits(text, { min: 6, max: 6 }, 'Enter the 6-digit BSB of your bank'),
      },
      accountNumber({ min: 5, max: 10 }),
    ],
  },
  in: {
    label: 'Indian account',
    fields: [
      {
        name: 'ifsc',
        prefix: 'IFSC',
        label: 'IFSC code',
        placeholder: 'HDFC0001234',
        parse: (text) =>
          parseCode(text, /^[A-Z]{4}0[A-Z0-9]{6}$/, 'Enter the 11-character IFSC code of your bank'),
      },
      accountNumber({ min: 9, max: 18 }),
    ],
  },
  jp: {
    label: 'Japanese account',
    holder: {
      label: 'Account holder in katakana',
      placeholder: 'ヤマダ ハナコ',
      hint: 'The name on the account, as in your bankbook.',
      parse: parseKana,
    },
    fields: [
      code({ name: 'bankCode', prefix: 'JP bank', label: 'Bank code', digits: 4, example: '0005' }),
      code({ name: 'branchCode', prefix: 'branch', label: 'Branch code', digits: 3, example: '001' }),
      accountType(
        [
          { value: 'ordinary', label: 'Ordinary (普通)' },
          { value: 'current', label: 'Current (当座)' },
          { value: 'savings', label: 'Savings (貯蓄)' },
        ],
        'Choose the type of account',
      ),
      {
        ...accountNumber({ min: 4, max: 7 }, '0012345'),
        hint: 'Seven digits. We add zeros in front of a shorter one.',
        parse: (text) => padded(parseDigits(text, { min: 4, max: 7 }, 'Enter an account number of 7 digits')),
      },
    ],
  },
  mx: {
    label: 'CLABE',
    fields: [
      {
        name: 'clabe',
        prefix: 'CLABE',
        label: 'CLABE',
        placeholder: '0021 8000 0000 0000 09',
        parse: parseClabe,
      },
    ],
  },
  br: {
    label: 'Brazilian account',
    fields: [
      code({ name: 'bankCode', prefix: 'BR bank', label: 'Bank code', digits: 3, example: '001' }),
      {
        name: 'branchCode',
        prefix: 'branch',
        label: 'Branch (agência)',
        placeholder: '1234',
        hint: 'With its check digit after a dash, if it has one.',
        parse: (text) => parseBranch(text),
      },
      accountType(
        [
          { value: 'checking', label: 'Conta corrente' },
          { value: 'savings', label: 'Conta poupança' },
          { value: 'payment', label: 'Conta de pagamento' },
        ],
        'Choose the type of account',
      ),
      {
        name: 'taxId',
        prefix: 'tax ID',
        label: 'CPF or CNPJ',
        placeholder: '123.456.789-09',
        hint: 'Of the account’s holder. Banks ask for it with each transfer.',
        parse: parseBrazilianTaxId,
      },
      {
        name: 'accountNumber',
        prefix: 'account',
        label: 'Account with check digit',
        placeholder: '12345-6',
        parse: parseBrazilianAccount,
      },
    ],
  },
  kr: {
    label: 'Korean account',
    fields: [
      code({ name: 'bankCode', prefix: 'KR bank', label: 'Bank code', digits: 3, example: '004' }),
      accountNumber({ min: 10, max: 16 }, '110-123-456789'),
    ],
  },
  nz: {
    label: 'New Zealand account',
    fields: [
      {
        name: 'accountNumber',
        prefix: 'NZ account',
        label: 'Account number',
        placeholder: '12-3456-1234567-00',
        parse: parseNewZealandAccount,
      },
    ],
  },
  sg: {
    label: 'Singapore account',
    fields: [
      code({ name: 'bankCode', prefix: 'SG bank', label: 'Bank code', digits: 4, example: '7171' }),
      code({ name: 'branchCode', prefix: 'branch', label: 'Branch code', digits: 3, example: '081' }),
      accountNumber({ min: 5, max: 14 }),
    ],
  },
  hk: {
    label: 'Hong Kong account',
    fields: [
      code({ name: 'bankCode', prefix: 'HK bank', label: 'Bank code', digits: 3, example: '004' }),
      code({ name: 'branchCode', prefix: 'branch', label: 'Branch code', digits: 3, example: '123' }),
      accountNumber({ min: 6, max: 9 }),
    ],
  },
  swift: {
    label: 'BIC and account',
    fields: [
      { name: 'bic', prefix: 'BIC', label: 'BIC (SWIFT code)', placeholder: 'BOTKJPJT', parse: parseBic },
      {
        name: 'accountNumber',
        prefix: 'account',
        label: 'Account number',
        parse: (text) =>
          parseCode(text, /^[A-Z0-9]{4,34}$/, 'Enter an account number of 4 to 34 letters and digits'),
      },
    ],
  },
} satisfies Record<string, BankForm>

export type BankFormId = keyof typeof bankForms

function padded(parsed: ParsedText): ParsedText {
  return 'value' in parsed ? { value: parsed.value.padStart(7, '0') } : parsed
}

function parseBranch(text: string): ParsedText {
  const value = text.replace(/\s/g, '').toUpperCase()
  return /^\d{4}(-[\dX])?$/.test(value) ? { value } : { error: 'Enter the 4-digit branch, like 1234' }
}
