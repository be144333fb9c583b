import type { Ports } from '../../../ports/index.ts'
import { OutsideTimeoutError, RefusedAddressError } from '../../../ports/outside.ts'
import { signWebhook } from '../../telling/alerts/notices.ts'

const timeoutMs = 15_000

export type Attempt = {
  status: number | null
  durationMs: number
  answer: string
  /** Why it failed, as a sentence for the creator; empty for a success. */
  problem: string
  retryAfter?: string
}

type Post = { url: string; id: string; body: string; secrets: ReadonlyArray<string> }

/** Posts an event once, signed with each secret as Standard Webhooks 1.0 describe. Never throws. */
export async function postEvent(
  { outside, config, clock, log }: Pick<Ports, 'outside' | 'config' | 'clock' | 'log'>,
  { url, id, body, secrets }: Post,
): Promise<Attempt> {
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  try {
    const { status, text, retryAfter } = await outside.post(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Webhooks/1.0',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets.map((secret) => signWebhook(secret, { id, timestamp, body })).join(' '),
      },
      body: Buffer.from(body),
      timeoutMs,
      allowsLoopback: config.isLocal,
    })
    return {
      status,
      durationMs: durationMs(),
      // PostgreSQL stores no null character.
      answer: text.replaceAll('\0', ''),
      problem: status >= 200 && status < 300 ? '' : problemOfStatus(status),
      ...(retryAfter !== undefined && { retryAfter }),
    }
  } catch (error) {
    log.info({ err: error, webhookId: id }, 'an event was not taken')
    return { status: null, durationMs: durationMs(), answer: '', problem: problemOf(error, url) }
  }
}

function problemOfStatus(status: number): string {
  if (status === 410) return 'It answered 410, so we turned it off.'
  if (status >= 300 && status < 400)
    return `It answered ${status}. We don’t follow redirects: enter the address it points to.`
  return `It answered ${status}.`
}

/** What a creator can do about an address that can’t be called. */
export function problemOf(error: unknown, url: string): string {
  const host = URL.parse(url)?.hostname ?? url
  if (error instanceof RefusedAddressError) return refusalProblems[error.reason](host)
  if (error instanceof OutsideTimeoutError) return 'It took longer than 15 seconds.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || /has no address$/.test(String(error)))
    return `We couldn’t find ${host}.`
  if (code === 'ECONNREFUSED') return 'It refused the connection.'
  if (code === 'CERT_HAS_EXPIRED') return 'Its certificate has expired.'
  if (/CERT|TLS|SSL|SIGNATURE|VERIFY/.test(code)) return 'Its certificate isn’t valid for this address.'
  return 'It closed the connection without an answer.'
}

const refusalProblems: Record<RefusedAddressError['reason'], (host: string) => string> = {
  address: () => 'Enter an address like https://example.com/hooks, without a password in it.',
  not_https: () => 'Use an https address.',
  port: () => 'Use port 443 or 8443. We call no others.',
  inside: (host) => `${host} is on a private network. We only call public addresses.`,
}
