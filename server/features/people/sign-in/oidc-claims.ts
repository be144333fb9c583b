import { z } from 'zod'
import { Email } from '../../../../contract/schemas.ts'
import { toSingleLine } from '../../../../contract/text.ts'

export type OidcMetadata = {
  issuer: string
  userInfoUrl: string | undefined
  /** Every redirect back carries `iss` (RFC 9207). */
  sendsIssuer: boolean
}

export type OidcPerson = { sub: string; email: string; emailVerified: boolean; name: string }

const timeoutMs = 10_000

const Metadata = z.object({
  issuer: z.string(),
  userinfo_endpoint: z.url().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

/** Undefined when the provider does not answer, or names another issuer than the configured one. */
export async function fetchMetadata(issuer: string): Promise<OidcMetadata | undefined> {
  const answer = await fetchJson(`${issuer}/.well-known/openid-configuration`)
  const { data } = Metadata.safeParse(answer)
  if (data?.issuer.replace(/\/+$/, '') !== issuer) return undefined
  return {
    issuer: data.issuer,
    userInfoUrl: data.userinfo_endpoint,
    sendsIssuer: data.authorization_response_iss_parameter_supported === true,
  }
}

/** Names the person at the provider: an id without control characters. */
const Subject = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}*$/u)

const IdTokenClaims = z.object({
  sub: Subject,
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string(),
})

const Claims = z.object({
  sub: Subject,
  email: z.unknown().optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
})

/**
 * The person of an id_token whose signature, issuer, audience, nonce and times better-auth has verified. Checks what it
 * accepts as missing. Email and name come from the token, or else from the userinfo of the same person. Undefined when
 * anything is missing or contradicts.
 */
export async function readPerson(
  tokens: { idToken?: string | undefined; accessToken?: string | undefined },
  { clientId, userInfoUrl }: { clientId: string; userInfoUrl: string | undefined },
): Promise<OidcPerson | undefined> {
  const payload = decodePayload(tokens.idToken)
  const token = IdTokenClaims.safeParse(payload).data
  if (!token || !isForClient(token, clientId)) return undefined
  const own = Claims.parse(payload)
  if (own.email !== undefined && own.email_verified !== undefined) return toPerson(own)
  if (!userInfoUrl || !tokens.accessToken) return toPerson(own)
  const answer = await fetchJson(userInfoUrl, { authorization: `Bearer ${tokens.accessToken}` })
  const userInfo = Claims.safeParse(answer).data
  // Another person's userinfo must not be used (OpenID Connect Core, 5.3.2).
  return userInfo?.sub === token.sub ? toPerson(userInfo) : undefined
}

/** The token may have been issued to another client that shares this audience (OpenID Connect Core, 3.1.3.7). */
function isForClient({ aud, azp }: z.infer<typeof IdTokenClaims>, clientId: string): boolean {
  const isShared = Array.isArray(aud) && aud.length > 1
  return azp === undefined ? !isShared : azp === clientId
}

/** An email that we do not accept becomes one that is never verified, so only a linked account signs in. */
function toPerson({ sub, email, email_verified: verified, name }: z.infer<typeof Claims>): OidcPerson {
  const accepted = typeof email === 'string' ? acceptedEmail(email) : undefined
  return {
    sub,
    email: accepted ?? 'unusable@email.invalid',
    // Some providers send it as a string. Any other value is not verified.
    emailVerified: accepted !== undefined && (verified === true || verified === 'true'),
    name: typeof name === 'string' ? toSingleLine(name) : '',
  }
}

/** Only a host may be written in another way than ours: a provider has not verified what other letters would become. */
function acceptedEmail(email: string): string | undefined {
  const normalized = Email.safeParse(email).data
  const localPart = email.slice(0, email.lastIndexOf('@') + 1)
  return normalized?.startsWith(localPart) && !/[\s\p{C}]/u.test(email) ? normalized : undefined
}

function decodePayload(idToken: string | undefined): unknown {
  const part = idToken?.split('.')[1]
  if (!part) return undefined
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Undefined for any answer but JSON with a status of success. */
async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
