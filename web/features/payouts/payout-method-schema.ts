import {
  bankForms,
  formatBankAccount,
  isBankFormId,
  parseAccountHolder,
} from '../../../contract/bank-accounts.ts'
import { parsePayoutDestination } from '../../../contract/payout-destination.ts'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import type { FormIssue, FormSchema } from '../../ui/form-schema.ts'
import { isPayoutMethod } from './payout-method-fields.ts'

type PayoutMethodValues = { payoutMethod: PayoutMethod; payoutEmail: string }
type Values = Record<string, string>

/** The fields that together are the destination. */
export const destinationNames = [
  'payoutEmail',
  'holder',
  ...new Set(Object.values(bankForms).flatMap(({ fields }) => fields.map(({ name }) => name))),
]

/** The payout form: one field for most methods, the parts of an account for a bank transfer. */
export const payoutMethodSchema: FormSchema<PayoutMethodValues> = {
  safeParse(input) {
    const values: Values = Object.fromEntries(
      Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const { payoutMethod } = values
    if (!isPayoutMethod(payoutMethod)) return failure([['payoutMethod', 'Choose a payout method']])
    if (payoutMethod === 'bank') return parseBank(values)
    const parsed = parsePayoutDestination(payoutMethod, values.payoutEmail ?? '')
    if ('error' in parsed) return failure([['payoutEmail', parsed.error]])
    return { success: true, data: { payoutMethod, payoutEmail: parsed.value } }
  },
}

function parseBank(values: Values): ReturnType<typeof payoutMethodSchema.safeParse> {
  const form = isBankFormId(values.bankKind) ? values.bankKind : 'iban'
  const fields = [{ name: 'holder', parse: parseAccountHolder }, ...bankForms[form].fields]
  const parts: Values = {}
  const errors: Array<[string, string]> = []
  for (const { name, parse } of fields) {
    const parsed = parse(values[name] ?? '')
    if ('error' in parsed) errors.push([name, parsed.error])
    else parts[name] = parsed.value
  }
  if (errors.length > 0) return failure(errors)
  const payoutEmail = formatBankAccount(form, parts.holder ?? '', parts)
  return { success: true, data: { payoutMethod: 'bank', payoutEmail } }
}

function failure(errors: Array<[string, string]>): { success: false; error: { issues: Array<FormIssue> } } {
  return { success: false, error: { issues: errors.map(([name, message]) => ({ path: [name], message })) } }
}
