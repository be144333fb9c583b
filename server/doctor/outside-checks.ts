import { normalizeVatId } from '../../domain/vat-id.ts'
import { createOutside } from '../adapters/outside/outside.ts'
import { vies } from '../adapters/vies/vies.ts'
import { commandLine } from '../config/command-line.ts'
import type { Config } from '../config.ts'
import { readSettings } from '../features/site/settings/store.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'
import { type Answer, call, jsonOf, unreachable, unreachableExtra } from './network.ts'
import { type DatabaseState, withDatabase } from './open-database.ts'

/** The services of others that the settings name: each is called, and none is given anything to keep. */
export function outsideChecks(config: Config, database: Promise<DatabaseState>): Array<Check> {
  const { oidc, tracing, alertWebhook, allowedInsideOrigins } = config
  return [
    ...(oidc
      ? [
          {
            name: 'sign-in provider',
            fix: 'The provider does not answer in time. Check OIDC_ISSUER and its status page.',
            settings: ['OIDC_'],
            run: () => checkOidc(oidc, config.publicUrl),
          },
        ]
      : []),
    ...(alertWebhook
      ? [
          {
            name: 'alert webhook',
            fix: 'The receiver of ALERT_WEBHOOK_URL does not answer in time. Is it running?',
            settings: ['ALERT_WEBHOOK_'],
            run: () => checkAlertWebhook(alertWebhook.url),
          },
        ]
      : []),
    ...(tracing
      ? [
          {
            name: 'collector',
            fix: 'The collector does not answer in time. Is it running? Otherwise unset OTEL_EXPORTER_OTLP_ENDPOINT.',
            settings: ['OTEL_'],
            run: () => checkCollector(tracing),
          },
        ]
      : []),
    ...allowedInsideOrigins.map((origin) => ({
      name: 'inside server',
      fix: `Is ${origin} running? Otherwise remove it from ALLOWED_INSIDE_ORIGINS.`,
      settings: ['ALLOWED_INSIDE_ORIGINS'],
      run: () => checkInside(origin),
    })),
    withDatabase(database, {
      name: 'VAT register',
      fix: 'The register does not answer in time. VAT IDs are looked up again later; nothing is lost.',
      async run({ db }) {
        const settings = await readSettings({ db, config, log: silent })
        if (settings.vatRegister !== 'vies') return []
        return [{ name: 'VAT register', ...(await checkVies(config, settings.sellerVatId)) }]
      },
    }),
  ]
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Oidc = NonNullable<Config['oidc']>

/**
 * Reads the provider's description, and redeems a code that does not exist: the answer tells whether the provider knows
 * our id and secret.
 */
async function checkOidc({ issuer, clientId, clientSecret }: Oidc, publicUrl: string): Promise<CheckResult> {
  const place = { what: issuer, setting: 'OIDC_ISSUER' }
  const url = `${issuer}/.well-known/openid-configuration`
  const found = await call(url).catch((error: unknown) => error)
  if (found instanceof Error) return unreachable(found, place)
  const described = found as Answer
  const description = jsonOf(described)
  if (described.status !== 200 || typeof description.token_endpoint !== 'string')
    return fail(
      `${url} answers ${described.status}, and not as an OpenID provider`,
      'Set OIDC_ISSUER to the issuer that your provider names, without .well-known.',
    )
  if (String(description.issuer).replace(/\/+$/, '') !== issuer)
    return fail(
      `The provider names itself ${String(description.issuer)}`,
      `Set OIDC_ISSUER=${String(description.issuer)}.`,
    )
  const redeemed = await call(description.token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'a-code-that-does-not-exist',
      redirect_uri: `${publicUrl}/api/identity/callback/oidc`,
    }).toString(),
  }).catch((error: unknown) => error)
  if (redeemed instanceof Error) return unreachable(redeemed, { ...place, what: description.token_endpoint })
  const answer = redeemed as Answer
  const { error } = jsonOf(answer)
  if (error === 'invalid_client' || answer.status === 401)
    return fail(
      `${issuer} rejects the client ${clientId}`,
      'Correct OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. The client must use client_secret_basic.',
    )
  if (error === 'invalid_grant') return ok(`${issuer} knows the client ${clientId}`)
  return warn(
    `${issuer} answers ${error ? String(error) : answer.status} to a code that does not exist`,
    'Sign in once with the provider to see whether it works.',
  )
}

/** Sends no alert: it asks for the headers of a page, which many receivers refuse, and that is fine. */
async function checkAlertWebhook(url: string): Promise<CheckResult> {
  const { host } = new URL(url)
  const answer = await call(url, { method: 'HEAD' }).catch((error: unknown) => error)
  if (answer instanceof Error) return unreachableExtra(answer, { what: host, setting: 'ALERT_WEBHOOK_URL' })
  const { status } = answer as Answer
  if (status === 404 || status === 410)
    return warn(
      `${host} is there, but does not know the path of ALERT_WEBHOOK_URL (${status} to HEAD)`,
      `Compare the path with what the receiver shows. ${commandLine('test-alert')} sends an alert.`,
    )
  if (status >= 500)
    return warn(
      `${host} answers ${status}`,
      `Read the log of the receiver. ${commandLine('test-alert')} sends an alert.`,
    )
  return ok(`${host} answers; ${commandLine('test-alert')} sends an alert`)
}

type Tracing = NonNullable<Config['tracing']>

/** Posts a list of no traces, with the headers of the settings. */
async function checkCollector({ url, headers }: Tracing): Promise<CheckResult> {
  const { host } = new URL(url)
  const answer = await call(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
  }).catch((error: unknown) => error)
  if (answer instanceof Error)
    return unreachableExtra(answer, { what: host, setting: 'OTEL_EXPORTER_OTLP_ENDPOINT' })
  const { status } = answer as Answer
  if (status === 401 || status === 403)
    return warn(
      `${host} refuses the headers of OTEL_EXPORTER_OTLP_HEADERS (${status})`,
      'Correct OTEL_EXPORTER_OTLP_HEADERS.',
    )
  if (status >= 400)
    return warn(
      `${url} answers ${status}, so it takes no traces`,
      'Set OTEL_EXPORTER_OTLP_ENDPOINT to the collector’s port for OTLP over HTTP, usually 4318.',
    )
  return ok(`${host} takes traces`)
}

async function checkInside(origin: string): Promise<CheckResult> {
  const answer = await call(origin, { method: 'HEAD' }).catch((error: unknown) => error)
  if (answer instanceof Error)
    return unreachableExtra(answer, { what: origin, setting: 'ALLOWED_INSIDE_ORIGINS' })
  return ok(`${origin} answers`)
}

/** Of no one, with digits that no country gives out. */
const unusedVatId = 'DE000000000'

/** Looks up the seller's own VAT ID, or one that does not exist: either answer shows that the register works. */
async function checkVies(
  { viesUrl: url, allowedInsideOrigins }: Config,
  sellerVatId: string,
): Promise<CheckResult> {
  const outside = createOutside({ allowedOrigins: allowedInsideOrigins })
  const own = normalizeVatId(sellerVatId)
  const register = vies({ outside, url, isOn: () => true, requester: () => own, log: silent })
  const asked = await register.look(own)
  const answer = asked.state === 'not_asked' ? await register.look(unusedVatId) : asked
  const { host } = new URL(url)
  if (answer.state === 'unavailable')
    return warn(
      `${host} does not answer the look-up of a VAT ID`,
      'It is often away for a while, and is asked again. If it stays away, check the way to the internet, or VIES_URL.',
    )
  if (asked.state === 'invalid')
    return warn(
      `${host} says that your own VAT ID is not valid`,
      'Correct SELLER_VAT_ID, or the VAT ID at /admin/settings.',
    )
  return ok(`${host} answers`)
}
