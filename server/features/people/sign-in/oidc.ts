import type { IncomingHttpHeaders } from 'node:http'
import { genericOAuth } from 'better-auth/plugins'
import { handleOidcCallback } from '../../../../contract/accounts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { AppError } from '../../../../domain/errors.ts'
import { safeReturnPath } from '../../../../domain/return-path.ts'
import { deleteRows } from '../../../db/rows.ts'
import { sessions } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { type Auth, createAuth } from './better-auth.ts'
import { fetchMetadata, type OidcMetadata, readPerson } from './oidc-claims.ts'
import { type Caller, findSession, recordProviderSession, toWebHeaders } from './session.ts'

type RedirectResult = { location: string; cookies: Array<string> }
type CallbackQuery = Record<string, string | undefined>

/** Sign-in through the OpenID provider of OIDC_ISSUER, if configured. */
export type Oidc = {
  host: string | null
  start(headers: IncomingHttpHeaders, returnTo: string): Promise<RedirectResult>
  finish(caller: Caller, callback: { provider: string; query: CallbackQuery }): Promise<RedirectResult>
}

const providerId = 'oidc'

/**
 * Discovery runs when the server starts. An unresponsive provider does not delay the start: discovery runs again at
 * the next sign-in through it.
 */
export function createOidc(ports: Ports): Oidc {
  const { config, db, log } = ports
  if (!config.oidc) return disabledOidc
  let discovery: Promise<Provider | undefined> | undefined
  const provider = async () => {
    discovery ??= discover(ports)
    const discovered = await discovery
    if (!discovered) discovery = undefined
    return discovered
  }
  void provider().then((discovered) => {
    if (!discovered)
      log.warn({ issuer: config.oidc?.issuer }, 'OpenID discovery failed, will retry at the next sign-in')
  })

  return {
    host: new URL(config.oidc.issuer).host,
    async start(headers, returnTo) {
      const { auth } = (await provider()) ?? {}
      if (!auth) return { location: signInUrl(returnTo, 'provider_unreachable'), cookies: [] }
      const { response, headers: responseHeaders } = await auth.api.signInSocial({
        body: { provider: providerId, callbackURL: returnTo, errorCallbackURL: signInUrl(returnTo) },
        headers: toWebHeaders(headers),
        returnHeaders: true,
      })
      return { location: response.url ?? signInUrl(returnTo), cookies: responseHeaders.getSetCookie() }
    },
    async finish({ headers, browserHash }, { provider: name, query }) {
      const discovered = await provider()
      if (!discovered) return { location: signInUrl('/', 'provider_unreachable'), cookies: [] }
      const { auth, metadata } = discovered
      // better-auth compares an issuer that is there, and accepts a missing one.
      if (query.code !== undefined && query.iss === undefined && metadata.sendsIssuer)
        return { location: signInUrl('/', 'issuer_missing'), cookies: [] }
      const previous = await findSession(auth, headers)
      const url = new URL(
        buildUrl(handleOidcCallback, { params: { provider: name }, query }),
        config.publicUrl,
      )
      const response = await auth.handler(new Request(url, { headers: toWebHeaders(headers) }))
      const cookies = response.headers.getSetCookie()
      const isSignedIn = cookies.some((line) => /session_token=[^;]+;/.test(line))
      if (isSignedIn && previous)
        await deleteRows(db, sessions, { userId: previous.user.id, id: previous.session.id })
      if (isSignedIn) await recordProviderSession(auth, ports, { headers, browserHash }, cookies)
      return { location: toSameSitePath(response.headers.get('location'), config.publicUrl), cookies }
    },
  }
}

type Provider = { auth: Auth; metadata: OidcMetadata }

async function discover(ports: Ports): Promise<Provider | undefined> {
  const { issuer, clientId, clientSecret } = ports.config.oidc ?? {}
  if (!issuer || !clientId) return undefined
  const metadata = await fetchMetadata(issuer)
  if (!metadata) return undefined
  const auth = createAuth(ports, [
    genericOAuth({
      config: [
        {
          providerId,
          clientId,
          clientSecret,
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          requireIdTokenVerification: true,
          authentication: 'basic',
          scopes: ['openid', 'email', 'profile'],
          accountSubject: ({ profile }) => String(profile.sub),
          getUserInfo: async (tokens) => {
            const person = await readPerson(tokens, { clientId, userInfoUrl: metadata.userInfoUrl })
            return person ? { ...person, id: person.sub } : null
          },
        },
      ],
    }),
  ])
  const { socialProviders } = await auth.$context
  return socialProviders.some(({ id }) => id === providerId) ? { auth, metadata } : undefined
}

const disabledOidc: Oidc = {
  host: null,
  start: async () => noProvider(),
  finish: async () => noProvider(),
}

function noProvider(): never {
  throw new AppError('not_found', 'This site has no sign-in provider.')
}

function signInUrl(returnTo: string, error?: string): string {
  const query = new URLSearchParams({ returnTo, ...(error && { error }) })
  return `/sign-in?${query}`
}

/** The redirect of better-auth as a path on this site; a redirect to another site leads to `/`. */
function toSameSitePath(location: string | null, publicUrl: string): string {
  const url = URL.parse(location ?? '/', publicUrl)
  if (url?.origin !== publicUrl) return '/'
  const error = url.searchParams.get('error')
  if (!error) return safeReturnPath(url.pathname + url.search + url.hash)
  return signInUrl(safeReturnPath(url.searchParams.get('returnTo')), error)
}
