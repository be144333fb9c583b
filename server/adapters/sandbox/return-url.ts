import { AppError } from '../../../domain/errors.ts'

const ours = 'http://ours.invalid'

/** A path on this site, as every browser would read it; anything a browser could take for another site is refused. */
export function sitePath(text: string): string {
  const url = URL.parse(text, ours)
  const path = url ? `${url.pathname}${url.search}${url.hash}` : ''
  const isPlain = text.startsWith('/') && !/[\\\s\p{Cc}]/u.test(text)
  // A browser drops "/." first, so that "/.//evil.example" would end as "//evil.example".
  if (!isPlain || url?.origin !== ours || path.startsWith('//'))
    throw new AppError('invalid_input', 'The page to return to must be on this site.', {
      returnUrl: 'The page to return to must be on this site.',
    })
  return path
}

type Return = { id: string; clientSecret: string; status: 'succeeded' | 'failed' }

/** The page to go on to. `status` says how the card step went; whether it is paid is only ever asked of the provider. */
export function returnTo(path: string, { id, clientSecret, status }: Return): string {
  const url = new URL(path, ours)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  url.searchParams.set('redirect_status', status)
  return `${url.pathname}${url.search}${url.hash}`
}
