import * as accountsContract from '../../../../contract/accounts.ts'
import { safeReturnPath } from '../../../../domain/return-path.ts'
import type { Api } from '../../../http/api.ts'
import { isFromOwnPage, isTopLevelNavigation } from '../../../http/origin-checks.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { type Auth, authOf } from './better-auth.ts'
import { requestCode } from './codes.ts'
import { createOidc } from './oidc.ts'
import { createPasskeySignInOptions, signInWithPasskey } from './passkeys.ts'
import { currentUser, describeDevice, signInWithCode, signOut } from './session.ts'

const tenMinutesMs = 10 * 60_000

export function accountRoutes(api: Api, ports: Ports) {
  const auth = authOf(ports)
  alternativeSignInRoutes(api, ports, auth)
  api.on(accountsContract.getUser, ({ viewer }) => currentUser(ports, viewer))
  codeRoutes(api, ports, auth)
  api.redirect(
    accountsContract.startSignIn,
    async ({ query }) => `/sign-in?returnTo=${encodeURIComponent(safeReturnPath(query.returnTo))}`,
  )
  api.redirect(accountsContract.signOut, async ({ headers, setCookies }) => {
    // An image on another site must not sign anyone out. A link may.
    if (isFromOwnPage(headers) || isTopLevelNavigation(headers))
      setCookies(await signOut(auth, ports, headers))
    return '/'
  })
}

/** Sign-in by an emailed code. Further limits apply once the browser is known: see codes.ts. */
function codeRoutes(api: Api, ports: Ports, auth: Auth) {
  api.on(
    accountsContract.requestSignInCode,
    ({ body, headers, ip, ensureBuyerCookie }) =>
      requestCode(ports, {
        ...body,
        ip,
        browserHash: ensureBuyerCookie(),
        device: describeDevice(headers['user-agent'] ?? null),
      }),
    { limits: ({ ip }) => [{ key: `code/${ipPrefix(ip)}`, max: 60, windowMs: tenMinutesMs }] },
  )
  api.on(
    accountsContract.signInWithCode,
    async ({ body, headers, ip, ensureBuyerCookie, setCookies }) => {
      const { user, cookies } = await signInWithCode(auth, ports, {
        ...body,
        headers,
        ip,
        browserHash: ensureBuyerCookie(),
      })
      setCookies(cookies)
      return user
    },
    {
      limits: ({ body, ip }) => [
        { key: `code-guess/${ipPrefix(ip)}`, max: 300, windowMs: tenMinutesMs },
        { key: `code-guess/${ipPrefix(ip)}/${body.email.toLowerCase()}`, max: 20, windowMs: tenMinutesMs },
      ],
    },
  )
}

function alternativeSignInRoutes(api: Api, ports: Ports, auth: Auth) {
  const oidc = createOidc(ports)
  api.on(accountsContract.getSignInMethods, async () => ({ oidc: oidc.host }))
  api.redirect(accountsContract.startOidcSignIn, async ({ query, headers, setCookies }) => {
    const { location, cookies } = await oidc.start(headers, safeReturnPath(query.returnTo))
    setCookies(cookies)
    return location
  })
  api.redirect(
    accountsContract.handleOidcCallback,
    async ({ params, query, headers, ensureBuyerCookie, setCookies }) => {
      const caller = { headers, browserHash: ensureBuyerCookie() }
      const { location, cookies } = await oidc.finish(caller, { provider: params.provider, query })
      setCookies(cookies)
      return location
    },
  )
  api.on(
    accountsContract.createPasskeySignInOptions,
    async ({ headers, setCookies }) => {
      const { options, cookies } = await createPasskeySignInOptions(auth, headers)
      setCookies(cookies)
      return options
    },
    { limits: ({ ip }) => [{ key: `passkey/${ipPrefix(ip)}`, max: 120, windowMs: tenMinutesMs }] },
  )
  api.on(
    accountsContract.signInWithPasskey,
    async ({ body, headers, ensureBuyerCookie, setCookies }) => {
      const caller = { headers, browserHash: ensureBuyerCookie() }
      const { user, cookies } = await signInWithPasskey(auth, ports, { ...body, ...caller })
      setCookies(cookies)
      return user
    },
    { limits: ({ ip }) => [{ key: `passkey-try/${ipPrefix(ip)}`, max: 60, windowMs: tenMinutesMs }] },
  )
}
