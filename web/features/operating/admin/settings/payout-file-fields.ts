import type { SettingGroup } from './setting-group.ts'

/** How the files of batches are written. */
export const payoutFiles: SettingGroup = {
  id: 'payout-files',
  title: 'Payout files',
  description: 'How the files of batches are written. Only new batches and files follow a change.',
  fields: [
    {
      key: 'bankRoute',
      label: 'Bank transfers are paid',
      control: 'choice',
      options: [
        {
          value: 'bank',
          label: 'With your bank’s files',
          description: 'SEPA (pain.001) for IBANs in euro, ACH (NACHA) for US accounts, a table for others.',
        },
        { value: 'wise', label: 'With Wise', description: 'One file for all accounts, in Wise’s form.' },
        { value: 'csv', label: 'By hand', description: 'A table with the fields of each account.' },
      ],
    },
    {
      key: 'payPalDecimals',
      label: 'Amounts in PayPal files',
      hint: 'As PayPal shows amounts in your own account. A wrong choice is refused at the upload.',
      control: 'select',
      options: [
        { value: 'site', label: 'As on this site' },
        { value: 'point', label: '100.50' },
        { value: 'comma', label: '100,50' },
      ],
    },
    {
      key: 'bankAccountName',
      label: 'Your account: name',
      hint: 'Who pays, as your bank has it. For SEPA files.',
      control: 'input',
    },
    { key: 'bankAccountIban', label: 'Your account: IBAN', control: 'input' },
    {
      key: 'bankAccountBic',
      label: 'Your account: BIC',
      hint: 'Only if your bank asks for it.',
      control: 'input',
    },
    {
      key: 'achRouting',
      label: 'ACH: routing number of your bank',
      hint: 'For US accounts. Your bank gives you these five when it allows ACH files.',
      control: 'input',
    },
    { key: 'achBankName', label: 'ACH: name of your bank', control: 'input' },
    { key: 'achCompanyName', label: 'ACH: company name', hint: 'At most 16 characters.', control: 'input' },
    { key: 'achCompanyId', label: 'ACH: company ID', hint: 'Mostly 1 and your EIN.', control: 'input' },
    {
      key: 'achOrigin',
      label: 'ACH: immediate origin',
      hint: 'Leave blank if it is the company ID.',
      control: 'input',
    },
  ],
}
