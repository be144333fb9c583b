import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { client } from './oidc-provider.ts'

export type Claims = Record<string, unknown>

/** How the provider answers one sign-in. `undefined` as a claim omits it. */
export type Lie = {
  /** Changes the claims of a correct id_token. */
  idToken?: Claims
  /** How the id_token is signed; `absent` sends none. */
  signedBy?: 'own key' | 'other key' | 'none' | 'HS256' | 'absent'
  userInfo?: Claims
  metadata?: Claims
}

/** A small OpenID provider that answers what a test tells it to; it ends with the test. */
export async function startLyingOidcProvider() {
  const [own, other] = [rsaKey(), rsaKey()]
  let lie: Lie = {}
  let nonce = ''
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(path)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })

  function answerTo(path: string): unknown {
    if (path === '/jwks')
      return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }
    if (path === '/token') return tokens()
    if (path === '/userinfo') return { sub: 's1', ...verified, ...lie.userInfo }
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...lie.metadata,
    }
  }

  function tokens() {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer, aud: client.id, sub: 's1', iat: now, exp: now + 300, nonce, ...lie.idToken }
    const { signedBy = 'own key' } = lie
    const keys = { own: own.privateKey, other: other.privateKey }
    return {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      ...(signedBy !== 'absent' && { id_token: jwt(claims, signedBy, keys) }),
    }
  }

  return {
    issuer,
    /** The path to which the provider redirects the browser after `authorizationUrl`. */
    answers(authorizationUrl: string, next: Lie & { callback?: Claims } = {}): string {
      const { searchParams } = new URL(authorizationUrl)
      lie = next
      nonce = searchParams.get('nonce') ?? ''
      const query = { code: 'c', state: searchParams.get('state'), iss: issuer, ...next.callback }
      const sent = new URLSearchParams()
      for (const [key, value] of Object.entries(query)) if (value !== undefined) sent.set(key, String(value))
      return `/api/identity/callback/oidc?${sent}`
    },
  }
}

/** The claims of a person whose email the provider has verified. */
export const verified = { email: 'mara@example.com', email_verified: true, name: 'Mara Lind' }

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

function jwt(
  claims: Claims,
  signedBy: NonNullable<Lie['signedBy']>,
  keys: { own: KeyObject; other: KeyObject },
): string {
  const alg = signedBy === 'none' || signedBy === 'HS256' ? signedBy : 'RS256'
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg, kid: 'k', typ: 'JWT' })}.${part(claims)}`
  if (signedBy === 'none') return `${text}.`
  const signature =
    signedBy === 'HS256'
      ? createHmac('sha256', client.secret).update(text).digest()
      : sign('sha256', Buffer.from(text), signedBy === 'own key' ? keys.own : keys.other)
  return `${text}.${signature.toString('base64url')}`
}
