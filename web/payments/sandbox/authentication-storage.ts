import { readStored, writeStored } from '../../ui/browser-storage.ts'

/** The payment of the sandbox's 3-D Secure page, stored in this tab. */
export type AuthenticationState = { amount?: string; backUrl?: string; clientSecret?: string }

const storageKey = 'bank-step'

export function saveAuthentication(state: AuthenticationState): void {
  // Without storage the page shows less.
  writeStored('sessionStorage', storageKey, JSON.stringify(state))
}

export function loadAuthentication(): AuthenticationState {
  try {
    return JSON.parse(readStored('sessionStorage', storageKey) ?? '{}')
  } catch {
    return {}
  }
}
