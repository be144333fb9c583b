import {
  formatBankAccount,
  parseAccountHolder,
  parseAccountNumber,
  parseIban,
  parsePayoutDestination,
  parseRoutingNumber,
} from '../../../contract/payout-destination.ts'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import type { FormIssue, FormSchema } from '../../ui/form-schema.ts'
import { isPayoutMethod } from './payout-method-fields.ts'

type PayoutMethodValues = { payoutMethod: PayoutMethod; payoutEmail: string }
type Values = Record<string, string>

/** The fields that together are the destination. */
export const destinationNames = ['payoutEmail', 'holder', 'iban', 'routing', 'accountNumber']

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
  const holder = parseAccountHolder(values.holder ?? '')
  const parts =
    values.bankKind === 'iban'
      ? { holder, iban: parseIban(values.iban ?? '') }
      : {
          holder,
          routing: parseRoutingNumber(values.routing ?? ''),
          accountNumber: parseAccountNumber(values.accountNumber ?? ''),
        }
  const texts: { holder: string; iban?: string; routing?: string; accountNumber?: string } = { holder: '' }
  const errors: Array<[string, string]> = []
  for (const [name, part] of Object.entries(parts))
    if ('error' in part) errors.push([name, part.error])
    else Object.assign(texts, { [name]: part.value })
  if (errors.length > 0) return failure(errors)
  return { success: true, data: { payoutMethod: 'bank', payoutEmail: formatBankAccount(texts) } }
}

function failure(errors: Array<[string, string]>): { success: false; error: { issues: Array<FormIssue> } } {
  return { success: false, error: { issues: errors.map(([name, message]) => ({ path: [name], message })) } }
}
