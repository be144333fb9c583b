import type { SettingGroup } from './setting-group.ts'

/** How the files of batches are written. */
export const payoutFiles: SettingGroup = {
  id: 'payout-files',
  title: 'Payout files',
  description: 'How the files of batches are written. Files that were downloaded stay as they are.',
  fields: [
    {
      key: 'bankRoute',
      label: 'Bank transfers are paid',
      control: 'choice',
      effect: 'New batches follow it. Dissolve one that wasn’t downloaded to make it again.',
      options: [
        {
          value: 'bank',
          label: 'With your bank’s files',
          description: 'SEPA (pain.001) for IBANs in euro, ACH (NACHA) for US accounts, a table for others.',
        },
        { value: 'wise', label: 'With Wise', description: 'One file for all accounts, in Wise’s form.' },
        { value: 'csv', label: 'Manually', description: 'A table with the fields of each account.' },
      ],
    },
    {
      key: 'payPalDecimals',
      label: 'Amounts in PayPal files',
      hint: 'As PayPal shows amounts in your own account. It refuses a wrong choice at the upload.',
      control: 'select',
      options: [
        { value: 'site', label: 'As on this site' },
        { value: 'point', label: '100.50' },
        { value: 'comma', label: '100,50' },
      ],
    },
  ],
}

/** The account that pays SEPA files. */
export const sepaAccount: SettingGroup = {
  id: 'sepa-account',
  title: 'Your account for SEPA files',
  description: 'Your bank reads from the file who pays.',
  fields: [
    { key: 'bankAccountName', label: 'Name', hint: 'As your bank has it.', control: 'input' },
    { key: 'bankAccountIban', label: 'IBAN', control: 'input' },
    { key: 'bankAccountBic', label: 'BIC', hint: 'Only if your bank asks for it.', control: 'input' },
  ],
}

/** What a bank gives an operator who may send NACHA files. */
export const achOriginator: SettingGroup = {
  id: 'ach',
  title: 'ACH files',
  description: 'For US accounts. Your bank gives you these when it allows ACH files.',
  fields: [
    { key: 'achRouting', label: 'Routing number of your bank', hint: '9 digits.', control: 'input' },
    { key: 'achBankName', label: 'Name of your bank', control: 'input' },
    { key: 'achCompanyName', label: 'Company name', hint: 'At most 16 characters.', control: 'input' },
    { key: 'achCompanyId', label: 'Company ID', hint: 'Mostly 1 and your EIN.', control: 'input' },
    {
      key: 'achOrigin',
      label: 'Immediate origin',
      hint: 'Leave blank if it is the company ID.',
      control: 'input',
    },
  ],
}
