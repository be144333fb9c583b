import {
  getUser,
  requestSignInCode,
  signInWithCode as signInWithCodeRoute,
  signOut as signOutRoute,
  startSignIn,
  updateProfile,
} from '../../../contract/accounts.ts'
import { safeReturnTo } from '../../../domain/access.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { changeProfile, currentUser, requestCode, signInWithCode } from './service.ts'
import { signOut } from './session.ts'

const tenMinutes = 10 * 60_000

export function accountRoutes(api: Api, ports: Ports, auth: Auth) {
  api.on(getUser, ({ viewer }) => currentUser(ports, viewer))
  api.on(updateProfile, ({ viewer, body }) => changeProfile(ports, viewer, body))
  api.on(requestSignInCode, ({ body }) => requestCode(auth, body.email), {
    limits: ({ body, ip }) => [
      { key: `code/${body.email.toLowerCase()}`, max: 5, perMs: tenMinutes },
      { key: `code/${ip}`, max: 60, perMs: tenMinutes },
    ],
  })
  api.on(
    signInWithCodeRoute,
    async ({ body, headers, setCookies }) => {
      const { user, cookies } = await signInWithCode(auth, ports, { ...body, headers })
      setCookies(cookies)
      return user
    },
    { limits: ({ body }) => [{ key: `code-guess/${body.email.toLowerCase()}`, max: 20, perMs: tenMinutes }] },
  )
  api.redirect(
    startSignIn,
    async ({ query }) => `/sign-in?returnTo=${encodeURIComponent(safeReturnTo(query.returnTo))}`,
  )
  api.redirect(signOutRoute, async ({ headers, setCookies }) => {
    setCookies(await signOut(auth, headers))
    return '/'
  })
}
