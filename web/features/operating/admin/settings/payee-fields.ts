import { asNumber, orNull, type SettingGroup, textOrEmpty } from './setting-group.ts'

export const payees: SettingGroup = {
  id: 'payees',
  title: 'Who is paid',
  description: 'Payee details say who gets the money: a person or a business.',
  fields: [
    {
      key: 'payeeDetails',
      label: 'Payee details',
      control: 'choice',
      effect: 'Payouts of creators without them wait from the next run on, or no longer.',
      options: [
        { value: 'everyone', label: 'From everyone', description: 'No payout without them.' },
        {
          value: 'manual',
          label: 'Without a bank connection',
          description: 'The card provider knows who it pays by transfer.',
        },
        { value: 'off', label: 'Not asked', description: 'You know by other means who you pay.' },
      ],
    },
    {
      key: 'payeeDetailsFrom',
      label: 'Required from',
      hint: 'What a creator may be paid in a year without them. Leave blank to require them for every payout.',
      control: 'number',
      toText: textOrEmpty,
      fromText: orNull,
    },
    {
      key: 'payoutDetailsWaitDays',
      label: 'Waiting time of changed payout details',
      hint: 'Payouts go by the earlier details until then. First details don’t wait.',
      control: 'number',
      unit: 'days',
      effect: 'It applies to changes from now on.',
      fromText: asNumber,
    },
    {
      key: 'blockedCountries',
      label: 'Countries that aren’t paid',
      hint: 'Codes such as KP, separated by commas. Leave blank to use our list, which follows the seller’s country. Write “none” to pay everywhere.',
      control: 'textarea',
      effect: 'Creators there can’t choose the country anymore, and payouts to them are held.',
      toText: (value) => (Array.isArray(value) ? value.join(', ') || 'none' : ''),
      fromText: countriesFromText,
    },
    {
      key: 'payeeRetentionYears',
      label: 'Payee details are kept for',
      hint: 'After the end of the year of the last payout with them.',
      control: 'number',
      unit: 'years',
      effect: 'Older ones are deleted within a day.',
      fromText: asNumber,
    },
    {
      key: 'selfBilling',
      label: 'Write invoices for creators',
      control: 'choice',
      effect: 'Creators with a VAT ID are offered it, or no longer.',
      options: [
        { value: 'off', label: 'Off', description: 'Creators send you their invoices.' },
        {
          value: 'on',
          label: 'Self-billing',
          description: 'A statement is the creator’s invoice to you, once they have agreed.',
        },
      ],
    },
  ],
}

/** Nothing for our list; an empty list for `none`. */
function countriesFromText(text: string): Array<string> | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (codes.length === 0) return null
  return codes.length === 1 && codes[0] === 'NONE' ? [] : codes
}
