import { countryOptions } from '../../../../../contract/countries.ts'
import type { SettingKey } from '../../../../../contract/instance-settings.ts'

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

type Option = { value: string; label: string; description?: string }

export type SettingField = {
  key: SettingKey
  label: string
  hint?: string
  control: 'input' | 'email' | 'number' | 'textarea' | 'select' | 'choice' | 'color'
  options?: ReadonlyArray<Option>
  toText?: (value: unknown) => string
  /** The server checks the value and says what is wrong with it. */
  fromText?: (text: string) => unknown
}

/** A section of the page, which is saved as a whole. */
export type SettingGroup = {
  id: string
  title: string
  description: string
  fields: ReadonlyArray<SettingField>
}

const asNumber = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const textOrEmpty = (value: unknown) => (value === null ? '' : String(value))

const countries = [{ value: '', label: 'Not set' }, ...countryOptions()]

const appearance: SettingGroup = {
  id: 'appearance',
  title: 'Name and look',
  description: 'On every page, in emails and on documents.',
  fields: [
    { key: 'siteName', label: 'Site name', control: 'input' },
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

const seller: SettingGroup = {
  id: 'seller',
  title: 'Seller',
  description: 'Who sells on this site. It is on the legal pages, on receipts and at the end of emails.',
  fields: [
    { key: 'sellerName', label: 'Legal name', control: 'input' },
    { key: 'sellerAddress', label: 'Address', hint: 'Street, postal code and city.', control: 'textarea' },
    { key: 'sellerCountry', label: 'Country', control: 'select', options: countries },
    { key: 'sellerRegistrationNumber', label: 'Registration number', control: 'input' },
    { key: 'sellerVatId', label: 'VAT ID', hint: 'With its country, like DE123456789.', control: 'input' },
    {
      key: 'supportEmail',
      label: 'Support email',
      hint: 'Buyers write to this address.',
      control: 'email',
    },
  ],
}

const money: SettingGroup = {
  id: 'money',
  title: 'Fees, payouts and refunds',
  description:
    'A new fee applies to new sales, and a new refund policy to new requests. Past sales keep their fee.',
  fields: [
    {
      key: 'feeBasisPoints',
      label: 'Platform fee in percent',
      hint: 'Your share of each new sale. Creators with Pro pay no fee.',
      control: 'number',
      toText: (value) => String(Number(value) / 100),
      fromText: (text) => {
        const percent = asNumber(text)
        return percent === null ? null : Math.round(percent * 100)
      },
    },
    {
      key: 'payoutHoldDays',
      label: 'Hold days',
      hint: 'How long earnings wait before they can be paid out. Fewer days apply to all sales at once, more days only to new sales.',
      control: 'number',
      fromText: asNumber,
    },
    {
      key: 'minPayout',
      label: 'Minimum payout',
      hint: 'Leave blank to use the default of the currency.',
      control: 'number',
      toText: textOrEmpty,
      fromText: orNull,
    },
    {
      key: 'payoutDay',
      label: 'Payout day',
      hint: 'The day of the month on which payouts start automatically, 1 to 28. 0 to start them manually.',
      control: 'number',
      fromText: asNumber,
    },
    {
      key: 'platformCountry',
      label: 'Country of your account at the card provider',
      hint: 'Decides which creators can be paid by transfer. Leave it unset to use the seller’s country.',
      control: 'select',
      options: countries,
    },
    {
      key: 'refundPolicy',
      label: 'Refund requests',
      control: 'choice',
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
      toText: (value) => (Array.isArray(value) ? value.join('\n') : ''),
      fromText: (text) => text.split(/[\s,]+/).filter(Boolean),
    },
  ],
}

export const settingGroups: ReadonlyArray<SettingGroup> = [appearance, seller, money, creators, notifications]
