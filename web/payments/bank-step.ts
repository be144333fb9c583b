/** What the bank's page shows of the payment it asks about, handed over within this tab. */
export type BankStep = { amount?: string; back?: string; clientSecret?: string }

const key = 'bank-step'

export function keepBankStep(step: BankStep): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(step))
  } catch {
    // Then the page shows less.
  }
}

export function keptBankStep(): BankStep {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
