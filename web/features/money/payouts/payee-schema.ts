import { PayeeInput } from '../../../../contract/payees.ts'
import { parsePayee } from '../../../../domain/payee.ts'
import type { FormSchema } from '../../../ui/form-schema.ts'

/** The form of payee details, by the rules of the server. The date of birth has three fields. */
export function payeeSchema(blockedCountries: ReadonlyArray<string>): FormSchema<PayeeInput> {
  return {
    safeParse(input) {
      const values = Object.fromEntries(Object.entries(input ?? {}))
      const typed = PayeeInput.safeParse({ ...values, birthDate: birthDateOf(values) })
      if (!typed.success) return typed
      const today = new Date().toISOString().slice(0, 10)
      const parsed = parsePayee(typed.data, { today, blockedCountries })
      if ('details' in parsed) return { success: true, data: parsed.details }
      const issues = Object.entries(parsed.errors).map(([name, message]) => ({
        // The first of the three, which so gets the focus.
        path: [name === 'birthDate' ? 'birthMonth' : name],
        message,
      }))
      return { success: false, error: { issues } }
    },
  }
}

/** `1988-03-09` of `3`, `9` and `1988`; empty when one is missing. */
function birthDateOf({ birthMonth, birthDay, birthYear }: Record<string, unknown>): string {
  const parts = [birthYear, birthMonth, birthDay].map((part) => String(part ?? '').trim())
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return ''
  const [year = '', month = '', day = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
