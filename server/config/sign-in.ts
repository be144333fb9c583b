import { z } from 'zod'
import { isHttpUrl, isLoopback, missingOf, splitList } from './parsers.ts'

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
  return missingOf(requiredSettings, env).map(
    ([name, purpose]) => `${name} is not set. Signing in with OIDC needs ${purpose}.`,
  )
}

function isIssuer(text: string): boolean {
  return isHttpUrl(text) && !/[?#@]/.test(text)
}

/** True for anything but plain http; `isIssuer` reports invalid URLs. */
function isEncryptedOrLocal(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol !== 'http:' || isLoopback(url.hostname)
}

/** A key of payout details: 32 bytes, and the name that encrypted rows have. */
export type PayoutKey = { id: string; key: Buffer }

const keyPattern = /^([a-z0-9-]{1,20}):([0-9a-f]{64})$/i
const message =
  'must be a name and 64 hexadecimal digits, such as 2026a:KEY (openssl rand -hex 32 makes a key). Put the newest key first, separated by commas.'

/** The keys of payout details: `name:64 hex digits`, the newest first. */
export const payoutKeysSetting = z
  .string()
  .transform((text) => splitList(text).map(toKey))
  .refine((keys) => keys.every((key) => key !== undefined), message)
  .refine(hasDistinctNames, 'has two keys with the same name. Give each key a name of its own.')
  .transform((keys): ReadonlyArray<PayoutKey> => keys.filter((key) => key !== undefined))
  .optional()

function toKey(text: string): PayoutKey | undefined {
  const [, id, hex] = keyPattern.exec(text) ?? []
  return id && hex ? { id: id.toLowerCase(), key: Buffer.from(hex, 'hex') } : undefined
}

function hasDistinctNames(keys: ReadonlyArray<PayoutKey | undefined>): boolean {
  return new Set(keys.map((key) => key?.id)).size === keys.length
}

/**
 * The minimum number of different characters in a secret. 32 random hexadecimal digits have fewer in one of 100 billion
 * cases.
 */
const minDistinctCharacters = 8
const minLength = 32

/** The instance's secrets, the newest first. It signs with the newest and accepts what the others signed. */
export const sessionSecretSetting = z
  .string()
  .transform(splitList)
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= minLength),
    `must be at least ${minLength} random characters (generate one with openssl rand -hex 32). While you replace it, it is the new one, a comma and the one before.`,
  )
  .refine(
    (secrets) => secrets.every((secret) => new Set(secret).size >= minDistinctCharacters),
    'must be random: this one repeats a few characters (openssl rand -hex 32 makes one).',
  )
  .optional()
