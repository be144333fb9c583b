import type { IncomingHttpHeaders } from 'node:http'
import type { User } from '../../../contract/accounts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './better-auth.ts'
import type { CodeCaller } from './code-limits.ts'
import { presentUser } from './present.ts'
import { findUserById } from './repository.ts'
import { redeemCode } from './sign-in-codes.ts'
import { rotateSession } from './sign-in-session.ts'

export async function currentUser({ db }: Ports, viewer: Viewer): Promise<User> {
  const row = await findUserById(db, viewer.id)
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  return presentUser(row, viewer)
}

/** Signs in with an emailed code; returns the user and the session's cookies. */
export async function signInWithCode(
  auth: Auth,
  ports: Ports,
  { headers, ...credentials }: CodeCaller & { code: string; headers: IncomingHttpHeaders },
): Promise<{ user: User; cookies: Array<string> }> {
  await redeemCode(ports, credentials)
  const { browserHash } = credentials
  const email = credentials.email.toLowerCase()
  return rotateSession(auth, ports, { headers, browserHash }, (web) =>
    auth.api.signInVerifiedEmail({ body: { email }, headers: web, returnHeaders: true }),
  )
}
