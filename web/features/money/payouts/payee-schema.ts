import { PayeeInput } from '../../../../contract/payees.ts'
import { parsePayee } from '../../../../domain/payee.ts'
import type { FormSchema } from '../../../ui/form-schema.ts'

/** The form of payee details, by the rules of the server. The date of birth has three fields. */
export function payeeSchema(blockedCountries: ReadonlyArray<string>): FormSchema<PayeeInput> {
  return {
    safeParse(input) {
      const values = Object.fromEntries(Object.entries(input ?? {}))
      const texts = { ...noTexts, ...values, birthDate: birthDateOf(values) }
      const typed = PayeeInput.safeParse(texts)
      const today = new Date().toISOString().slice(0, 10)
      // Also without a country, so that every field says at once what it misses.
      const parsed = parsePayee(typed.success ? typed.data : texts, { today, blockedCountries })
      if (typed.success && 'details' in parsed) return { success: true, data: parsed.details }
      const errors = 'errors' in parsed ? Object.entries(parsed.errors) : []
      const issues = errors.map(([name, message]) => ({
        // The first of the three, which so gets the focus.
        path: [name === 'birthDate' ? 'birthMonth' : name],
        message,
      }))
      return { success: false, error: { issues: [...(typed.error?.issues ?? []), ...issues] } }
    },
  }
}

const noTexts: PayeeInput = {
  kind: 'person',
  country: '',
  legalName: '',
  birthDate: '',
  registrationNumber: '',
  representative: '',
  street: '',
  street2: '',
  postalCode: '',
  city: '',
  region: '',
  taxNumber: '',
  vatId: '',
}

/** `1988-03-09` of `3`, `9` and `1988`; empty when one is missing. */
function birthDateOf({ birthMonth, birthDay, birthYear }: Record<string, unknown>): string {
  const parts = [birthYear, birthMonth, birthDay].map((part) => String(part ?? '').trim())
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return ''
  const [year = '', month = '', day = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
