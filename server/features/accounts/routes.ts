import {
  finishOidc,
  getSignInWays,
  getUser,
  requestSignInCode,
  signInWithCode as signInWithCodeRoute,
  signInWithPasskey as signInWithPasskeyRoute,
  signOut as signOutRoute,
  startOidc,
  startPasskeySignIn,
  startSignIn,
  updateProfile,
} from '../../../contract/accounts.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import type { Api } from '../../http/api.ts'
import { networkOf } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { openOidc } from './oidc.ts'
import { passkeyChallenge, signInWithPasskey } from './passkeys.ts'
import { changeProfile } from './profile.ts'
import { currentUser, signInWithCode } from './service.ts'
import { signOut } from './session.ts'
import { requestCode } from './sign-in-codes.ts'

const tenMinutes = 10 * 60_000

export function accountRoutes(api: Api, ports: Ports, auth: Auth) {
  otherWaysIn(api, ports, auth)
  api.on(getUser, ({ viewer }) => currentUser(ports, viewer))
  api.on(updateProfile, ({ viewer, body }) => changeProfile(ports, viewer, body))
  codeRoutes(api, ports, auth)
  api.redirect(
    startSignIn,
    async ({ query }) => `/sign-in?returnTo=${encodeURIComponent(safeReturnPath(query.returnTo))}`,
  )
  api.redirect(signOutRoute, async ({ headers, setCookies }) => {
    setCookies(await signOut(auth, headers))
    return '/'
  })
}

/** Signing in by a mailed code. Further limits stand where the browser is known: see code-limits.ts. */
function codeRoutes(api: Api, ports: Ports, auth: Auth) {
  api.on(
    requestSignInCode,
    ({ body, ip, knownBrowser }) => requestCode(ports, { ...body, ip, browserHash: knownBrowser() }),
    { limits: ({ ip }) => [{ key: `code/${networkOf(ip)}`, max: 60, perMs: tenMinutes }] },
  )
  api.on(
    signInWithCodeRoute,
    async ({ body, headers, ip, knownBrowser, setCookies }) => {
      const { user, cookies } = await signInWithCode(auth, ports, {
        ...body,
        headers,
        ip,
        browserHash: knownBrowser(),
      })
      setCookies(cookies)
      return user
    },
    {
      limits: ({ body, ip }) => [
        { key: `code-guess/${networkOf(ip)}`, max: 300, perMs: tenMinutes },
        { key: `code-guess/${networkOf(ip)}/${body.email.toLowerCase()}`, max: 20, perMs: tenMinutes },
      ],
    },
  )
}

/** Signing in without a mailed code. */
function otherWaysIn(api: Api, ports: Ports, auth: Auth) {
  const oidc = openOidc(ports)
  api.on(getSignInWays, async () => ({ oidc: oidc.host }))
  api.redirect(startOidc, async ({ query, headers, setCookies }) => {
    const { location, cookies } = await oidc.start(headers, safeReturnPath(query.returnTo))
    setCookies(cookies)
    return location
  })
  api.redirect(finishOidc, async ({ params, query, headers, knownBrowser, setCookies }) => {
    const caller = { headers, browserHash: knownBrowser() }
    const { location, cookies } = await oidc.finish(caller, { provider: params.provider, query })
    setCookies(cookies)
    return location
  })
  api.on(
    startPasskeySignIn,
    async ({ headers, setCookies }) => {
      const { options, cookies } = await passkeyChallenge(auth, headers)
      setCookies(cookies)
      return options
    },
    { limits: ({ ip }) => [{ key: `passkey/${networkOf(ip)}`, max: 120, perMs: tenMinutes }] },
  )
  api.on(
    signInWithPasskeyRoute,
    async ({ body, headers, knownBrowser, setCookies }) => {
      const caller = { headers, browserHash: knownBrowser() }
      const { user, cookies } = await signInWithPasskey(auth, ports, { ...body, ...caller })
      setCookies(cookies)
      return user
    },
    { limits: ({ ip }) => [{ key: `passkey-try/${networkOf(ip)}`, max: 60, perMs: tenMinutes }] },
  )
}
