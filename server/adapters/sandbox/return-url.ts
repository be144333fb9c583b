import { AppError } from '../../../domain/errors.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'

const placeholderOrigin = 'http://ours.invalid'

/** The unchanged path, if it is on this site. Throws AppError otherwise. */
export function assertSameSitePath(text: string): string {
  if (safeReturnPath(text) === text && !/\s/.test(text)) return text
  const sentence = 'The return page must be on this site.'
  throw new AppError('invalid_input', sentence, { returnUrl: sentence })
}

type Return = { id: string; clientSecret: string; status: 'succeeded' | 'failed' }

/** The return URL. `status` is the result of the card step; only the provider knows whether it is paid. */
export function appendReturnParams(path: string, { id, clientSecret, status }: Return): string {
  const url = new URL(path, placeholderOrigin)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  url.searchParams.set('redirect_status', status)
  return `${url.pathname}${url.search}${url.hash}`
}
