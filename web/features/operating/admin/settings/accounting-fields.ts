import { asNumber, type SettingGroup } from './setting-group.ts'

/** What an adviser gives an operator whose books are kept with DATEV. */
export const datev: SettingGroup = {
  id: 'datev',
  title: 'DATEV',
  description: 'For a file that your adviser reads in, on Documents. All numbers are theirs.',
  fields: [
    { key: 'datevConsultant', label: 'Adviser’s number', hint: 'Beraternummer.', control: 'input' },
    { key: 'datevClient', label: 'Client’s number', hint: 'Mandantennummer.', control: 'input' },
    {
      key: 'datevYearStart',
      label: 'First month of the fiscal year',
      hint: '1 for January.',
      control: 'number',
      fromText: asNumber,
    },
    { key: 'datevClearingAccount', label: 'Money in transit', hint: 'Geldtransit.', control: 'input' },
    { key: 'datevHomeAccount', label: 'Taxed sales at home', control: 'input' },
    { key: 'datevOssAccount', label: 'Sales under the one-stop shop', control: 'input' },
    { key: 'datevReverseChargeAccount', label: 'Sales with reverse charge', control: 'input' },
    { key: 'datevUntaxedAccount', label: 'Untaxed sales', control: 'input' },
    { key: 'datevCreatorsAccount', label: 'What creators get', control: 'input' },
  ],
}
