import { countryOptions } from '../../../../../contract/countries.ts'
import { datev } from './accounting-fields.ts'
import { payees } from './payee-fields.ts'
import { achOriginator, payoutFiles, sepaAccount } from './payout-file-fields.ts'
import { asNumber, orNull, type SettingField, type SettingGroup, textOrEmpty } from './setting-group.ts'
import { solo } from './solo-fields.ts'

const locales = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IE', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA'],
  ...['fr-CH', 'es-ES', 'es-MX', 'it-IT', 'nl-NL', 'pt-PT', 'pt-BR', 'sv-SE', 'da-DK', 'nb-NO', 'fi-FI'],
  ...['pl-PL', 'cs-CZ', 'hu-HU', 'ro-RO', 'bg-BG', 'el-GR', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'id-ID'],
]

const day = new Date(Date.UTC(2026, 10, 21))

/** The formats to choose from, each with an example: `German (Germany): 1.284,5 · 21. Nov. 2026`. */
const localeOptions = locales.map((value) => ({ value, label: `${nameOf(value)}: ${example(value)}` }))

function nameOf(locale: string): string {
  return new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
}

function example(locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
  return `${(1284.5).toLocaleString(locale)} · ${date}`
}

const countries = [{ value: '', label: 'Not set' }, ...countryOptions()]

const appearance: SettingGroup = {
  id: 'appearance',
  title: 'Name and look',
  description: 'On every page, in emails and on documents.',
  fields: [
    {
      key: 'siteName',
      label: 'Site name',
      control: 'input',
      effect: 'Pages and new emails have it right away.',
    },
    {
      key: 'accentColor',
      label: 'Color',
      hint: 'Leave blank to use ours. We adjust it where needed so text stays readable in both themes.',
      control: 'color',
      toText: textOrEmpty,
      fromText: orNull,
    },
    {
      key: 'locale',
      label: 'Numbers, amounts and dates',
      hint: 'The texts of the site are in English. There are no translations yet.',
      control: 'select',
      options: localeOptions,
    },
  ],
}

const categories: SettingGroup = {
  id: 'categories',
  title: 'Categories',
  description: 'Items keep their category. One that isn’t offered can’t be chosen for new items.',
  fields: [
    {
      key: 'categories',
      label: 'Categories',
      control: 'categories',
      toText: (value) => JSON.stringify(value),
      fromText: (text) => JSON.parse(text),
      effect: 'Creators choose among them from now on. Items that are there keep theirs.',
    },
  ],
}

const seller: SettingGroup = {
  id: 'seller',
  title: 'Seller',
  description: 'Who sells on this site. It is on the legal pages, on receipts and at the end of emails.',
  fields: [
    { key: 'sellerName', label: 'Legal name', control: 'input', effect: sellerEffect() },
    {
      key: 'sellerAddress',
      label: 'Address',
      hint: 'Street, postal code and city.',
      control: 'textarea',
      effect: sellerEffect(),
    },
    {
      key: 'sellerCountry',
      label: 'Country',
      control: 'select',
      options: countries,
      effect: sellerEffect(),
    },
    { key: 'sellerRegistrationNumber', label: 'Registration number', control: 'input' },
    {
      key: 'sellerVatId',
      label: 'VAT ID or tax number',
      hint: 'As your country writes it: DE123456789, a T number of Japan, an ABN, a GSTIN.',
      control: 'input',
    },
    {
      key: 'vatRegister',
      label: 'Check VAT IDs',
      control: 'choice',
      effect: 'VAT IDs that are entered from now on are looked up, or no longer.',
      options: [
        { value: 'off', label: 'Off', description: 'Only their form is checked. Nothing leaves this site.' },
        {
          value: 'vies',
          label: 'In the EU’s register',
          description: 'We send each EU VAT ID, and yours, to VIES of the European Commission.',
        },
      ],
    },
    {
      key: 'sellerPhone',
      label: 'Telephone',
      hint: 'The EU asks sellers to consumers for one. It’s on the legal pages.',
      control: 'input',
    },
    {
      key: 'timeZone',
      label: 'Time zone',
      hint: 'Such as Europe/Berlin.',
      control: 'input',
      effect: 'Its clock decides the day, month and year of new documents and of all reports.',
    },
    {
      key: 'supportEmail',
      label: 'Support email',
      hint: 'Buyers write to this address.',
      control: 'email',
      effect: 'Buyers find it on every page and in every email from now on.',
    },
  ],
}

function sellerEffect(): string {
  return 'It is on new receipts and on the legal pages from now on. Receipts that are out stay as they are.'
}

const money: SettingGroup = {
  id: 'money',
  title: 'Fee and payouts',
  description: '',
  fields: [
    {
      key: 'feeBasisPoints',
      label: 'Platform fee',
      hint: 'Your share of each new sale. Creators with Pro pay no fee.',
      control: 'number',
      unit: '%',
      toText: (value) => String(Number(value) / 100),
      fromText: (text) => {
        const percent = asNumber(text)
        return percent === null ? null : Math.round(percent * 100)
      },
      effect: 'It applies to new sales. Creators see it on their pages right away.',
    },
    {
      key: 'minPayout',
      label: 'Minimum payout',
      hint: 'Below it the money waits in the balance. Leave blank to use the default of the currency.',
      control: 'number',
      toText: textOrEmpty,
      fromText: orNull,
    },
    {
      key: 'payoutDay',
      label: 'Payout day',
      hint: 'The day of the month on which payouts start automatically, 1 to 28. 0 to start them manually.',
      control: 'number',
      effect: 'Creators see the new day of their next payout right away.',
      fromText: asNumber,
    },
    {
      key: 'payoutHoldDays',
      label: 'Hold days',
      hint: 'How long earnings wait before they can be paid out. Fewer days apply to all sales at once, more days only to new sales.',
      control: 'number',
      unit: 'days',
      effect: 'It moves the day on which creators can be paid for a sale.',
      fromText: asNumber,
    },
    {
      key: 'platformCountry',
      label: 'Country of your account at the card provider',
      hint: 'Decides which creators can be paid by transfer. Leave it unset to use the seller’s country.',
      control: 'select',
      options: countries,
      effect: 'Creators elsewhere may need another payout method.',
    },
  ],
}

const refunds: SettingGroup = {
  id: 'refunds',
  title: 'Refund requests',
  description: '',
  fields: [
    {
      key: 'refundPolicy',
      label: 'Refund requests',
      control: 'choice',
      effect: 'It applies to new requests, and the guarantee on every page follows it.',
      options: [
        {
          value: 'review',
          label: 'Review',
          description:
            'Unopened purchases are refunded right away. Otherwise the creator has 72 hours to object.',
        },
        {
          value: 'unconditional',
          label: 'Always refund',
          description: 'Every request is refunded right away.',
        },
      ],
    },
  ],
}

const creators: SettingGroup = {
  id: 'creators',
  title: 'Creators',
  description: 'Who can sell here.',
  fields: [
    {
      key: 'signUp',
      label: 'Sign-up',
      control: 'choice',
      effect: 'Creators who have an account keep it.',
      options: [
        { value: 'open', label: 'Open', description: 'Anyone can create an account.' },
        { value: 'invited', label: 'Invite only', description: 'Only email addresses that you invite.' },
        { value: 'closed', label: 'Closed', description: 'No new accounts. Existing creators can sign in.' },
      ],
    },
    {
      key: 'moderation',
      label: 'Moderation before first publish',
      control: 'choice',
      effect: 'It applies to what is published from now on.',
      options: [
        { value: 'off', label: 'Off', description: 'Items are public as soon as they’re published.' },
        {
          value: 'first_publish',
          label: 'Review first items',
          description: 'You look at a new creator’s items until you approve one.',
        },
      ],
    },
  ],
}

const notifications: SettingGroup = {
  id: 'notifications',
  title: 'Notifications',
  description: 'Where we email alerts and requests for your decision.',
  fields: [
    {
      key: 'notificationAddresses',
      label: 'Email addresses',
      hint: 'One on each line, up to 10. Leave blank to use the admin’s address.',
      control: 'textarea',
      effect: 'They get alerts and requests for a decision from now on.',
      toText: (value) => (Array.isArray(value) ? value.join('\n') : ''),
      fromText: (text) => text.split(/[\s,]+/).filter(Boolean),
    },
  ],
}

export type SettingsPage = {
  path: string
  label: string
  description: string
  groups: ReadonlyArray<SettingGroup>
}

/** The pages of the settings, each with one save bar. */
export const settingsPages = [
  {
    path: '/admin/settings/site',
    label: 'Site',
    description: 'What every page, email and document shows.',
    groups: [appearance, categories],
  },
  {
    path: '/admin/settings/creators',
    label: 'Creators',
    description: 'Who can sell here, and what you look at first.',
    groups: [creators, solo],
  },
  {
    path: '/admin/settings/money',
    label: 'Money',
    description: 'What you keep, and when you pay creators. Past sales keep the rules they were made under.',
    groups: [money, payees, payoutFiles, sepaAccount, achOriginator, datev],
  },
  {
    path: '/admin/settings/refunds',
    label: 'Refunds',
    description: 'How the 30-day money-back guarantee is kept.',
    groups: [refunds],
  },
  {
    path: '/admin/settings/email',
    label: 'Email',
    description: 'Who hears from the site.',
    groups: [notifications],
  },
  {
    path: '/admin/settings/legal',
    label: 'Legal pages',
    description: 'Who sells here, and what the pages in the footer say.',
    groups: [seller],
  },
] as const satisfies ReadonlyArray<SettingsPage>

export type SettingsPath = (typeof settingsPages)[number]['path']

export const settingFields: ReadonlyArray<SettingField> = settingsPages.flatMap(({ groups }) =>
  groups.flatMap(({ fields }) => fields),
)
