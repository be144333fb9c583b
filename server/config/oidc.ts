import { z } from 'zod'
import { isLoopback } from './parsers.ts'

/** The settings of an OpenID provider. */
export const oidcSettings = {
  OIDC_ISSUER: z
    .string()
    .refine(isEncryptedOrLocal, {
      error:
        'must start with https://: passwords and tokens are sent there. Plain http is only for a provider on this machine.',
      abort: true,
    })
    .refine(
      isIssuer,
      'must be the URL of your sign-in provider, such as https://accounts.example.com, without a query or fragment.',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
}

type ParsedEnv = z.infer<z.ZodObject<typeof oidcSettings>>

/** The complete settings of the OpenID provider; undefined when not configured. */
export function toOidcConfig({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: ParsedEnv) {
  if (!issuer || !clientId || !clientSecret) return undefined
  return { issuer, clientId, clientSecret }
}

const requiredSettings = {
  OIDC_ISSUER: 'the URL of the sign-in provider',
  OIDC_CLIENT_ID: 'the client ID from the sign-in provider',
  OIDC_CLIENT_SECRET: 'the client secret from the sign-in provider',
}

/** One message for each missing setting, unless all three are unset. */
export function findOidcErrors(env: Record<string, string | undefined>): Array<string> {
  const missing = Object.entries(requiredSettings).filter(([name]) => !env[name])
  if (missing.length === Object.keys(requiredSettings).length) return []
  return missing.map(([name, purpose]) => `${name} is not set. Signing in with OIDC needs ${purpose}.`)
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text)
}

/** True for anything but plain http; `isIssuer` reports invalid URLs. */
function isEncryptedOrLocal(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol !== 'http:' || isLoopback(url.hostname)
}
