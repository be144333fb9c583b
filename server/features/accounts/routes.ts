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
import { currentUser, requestCode, signInWithCode } from './service.ts'
import { signOut } from './session.ts'

const tenMinutes = 10 * 60_000

export function accountRoutes(api: Api, ports: Ports, auth: Auth) {
  otherWaysIn(api, ports, auth)
  api.on(getUser, ({ viewer }) => currentUser(ports, viewer))
  api.on(updateProfile, ({ viewer, body }) => changeProfile(ports, viewer, body))
  api.on(requestSignInCode, ({ body }) => requestCode(auth, body.email), {
    limits: ({ body, ip }) => [
      { key: `code/${body.email.toLowerCase()}`, max: 5, perMs: tenMinutes },
      { key: `code/${networkOf(ip)}`, max: 60, perMs: tenMinutes },
    ],
  })
  api.on(
    signInWithCodeRoute,
    async ({ body, headers, setCookies }) => {
      const { user, cookies } = await signInWithCode(auth, ports, { ...body, headers })
      setCookies(cookies)
      return user
    },
    {
      limits: ({ body, ip }) => [
        { key: `code-guess/${networkOf(ip)}`, max: 300, perMs: tenMinutes },
        { key: `code-guess/${body.email.toLowerCase()}`, max: 20, perMs: tenMinutes },
      ],
    },
  )
  api.redirect(
    startSignIn,
    async ({ query }) => `/sign-in?returnTo=${encodeURIComponent(safeReturnPath(query.returnTo))}`,
  )
  api.redirect(signOutRoute, async ({ headers, setCookies }) => {
    setCookies(await signOut(auth, headers))
    return '/'
  })
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
  api.redirect(finishOidc, async ({ params, query, headers, setCookies }) => {
    const { location, cookies } = await oidc.finish(headers, { provider: params.provider, query })
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
    { limits: ({ ip }) => [{ key: `passkey/${ip}`, max: 120, perMs: tenMinutes }] },
  )
  api.on(
    signInWithPasskeyRoute,
    async ({ body, headers, setCookies }) => {
      const { user, cookies } = await signInWithPasskey(auth, ports, { ...body, headers })
      setCookies(cookies)
      return user
    },
    { limits: ({ ip }) => [{ key: `passkey-try/${ip}`, max: 60, perMs: tenMinutes }] },
  )
}
