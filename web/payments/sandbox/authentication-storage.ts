import { readStored, writeStored } from '../../ui/browser-storage.ts'

/** What the bank's page shows of the payment it asks about, handed over within this tab. */
export type AuthenticationState = { amount?: string; backUrl?: string; clientSecret?: string }

const key = 'bank-step'

export function saveAuthentication(step: AuthenticationState): void {
  // Where it is refused, the page shows less.
  writeStored('sessionStorage', key, JSON.stringify(step))
}

export function loadAuthentication(): AuthenticationState {
  try {
    return JSON.parse(readStored('sessionStorage', key) ?? '{}')
  } catch {
    return {}
  }
}
