import { readStored, writeStored } from '../../ui/browser-storage.ts'

/** The payment of the sandbox's 3-D Secure page, stored in this tab. */
export type AuthenticationState = { amount?: string; backUrl?: string; clientSecret?: string }

const key = 'bank-step'

export function saveAuthentication(step: AuthenticationState): void {
  // Without storage the page shows less.
  writeStored('sessionStorage', key, JSON.stringify(step))
}

export function loadAuthentication(): AuthenticationState {
  try {
    return JSON.parse(readStored('sessionStorage', key) ?? '{}')
  } catch {
    return {}
  }
}
