import { isUtmName } from './utm-parameters.ts'

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
