import { isUtmName } from './utm-parameters.ts'

/** The referrer's host, never its path. Empty without a referrer. */
export function referrerHost(): string {
  return URL.canParse(document.referrer) ? new URL(document.referrer).host : ''
}

const names = [
  'amount',
  'problem',
  'email',
  'supporterName',
  'supporterMessage',
  'isSupporterPrivate',
  'again',
]

/** Whether `parsePayFormDefaults` reads this query parameter. */
export function isTipQueryName(name: string): boolean {
  return names.includes(name) || isUtmName(name)
}
