import { readStored, writeStored } from '../ui/browser-storage.ts'

/** What the bank's page shows of the payment it asks about, handed over within this tab. */
export type BankStep = { amount?: string; back?: string; clientSecret?: string }

const key = 'bank-step'

export function keepBankStep(step: BankStep): void {
  // Where it is refused, the page shows less.
  writeStored('sessionStorage', key, JSON.stringify(step))
}

export function keptBankStep(): BankStep {
  try {
    return JSON.parse(readStored('sessionStorage', key) ?? '{}')
  } catch {
    return {}
  }
}
