import { accountHeader } from '../../contract/account-header.ts'
import { ApiError } from './api-error.ts'

/** The account that this page was made for; undefined while nobody is signed in. */
let pageAccount: string | undefined
let hasChanged = false
const listeners = new Set<() => void>()

/**
 * Notes the account that the page shows, once, and tells the other tabs. A tab that shows another account says so at
 * once.
 */
export function setPageAccount(id: number): void {
  if (pageAccount !== undefined) return
  pageAccount = String(id)
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel('tipdrop-account')
  channel.onmessage = ({ data }) => data !== pageAccount && markAccountChanged()
  channel.postMessage(pageAccount)
}

/** The header that says for which account the page was made. */
export function pageAccountHeader(): Record<string, string> {
  return pageAccount === undefined ? {} : { [accountHeader]: pageAccount }
}

/** The error of a response that is not 2xx. When another account is signed in now, the page asks to be reloaded. */
export function responseError(status: number, statusText: string, body: string): ApiError {
  const error = new ApiError(status, statusText, body)
  if (error.code === 'account_changed') markAccountChanged()
  return error
}

function markAccountChanged(): void {
  hasChanged = true
  for (const listener of listeners) listener()
}

export function hasAccountChanged(): boolean {
  return hasChanged
}

/** Calls the listener when the account changes. Returns a function that unsubscribes. */
export function subscribeToAccountChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
