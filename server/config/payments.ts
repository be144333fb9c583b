import { z } from 'zod'
import { type Currency, type MinorUnits, parseDecimal } from '../../contract/money.ts'
import { defaultProPrice } from '../../domain/pro-price.ts'
import { integerString, splitList } from './parsers.ts'

/** The environment variables of Stripe. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a Stripe secret key, starting with sk_test_ or sk_live_.')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a Stripe publishable key, starting with pk_test_ or pk_live_.')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform(splitList)
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      'must be a webhook signing secret starting with whsec_, or several separated by commas.',
    )
    .optional(),
  STRIPE_PRO_PRICE: z
    .string()
    .regex(/^price_\w+$/, 'must be the ID of a monthly Stripe price, starting with price_.')
    .optional(),
  STRIPE_ACCOUNTS: z.enum(['v1', 'v2'], 'must be v1 or v2.').optional(),
  STRIPE_REQUESTS_PER_SECOND: integerString(1, 1_000).optional(),
  STRIPE_ENDPOINT_REQUESTS_PER_SECOND: integerString(1, 1_000).optional(),
}

/** Below the limits that Stripe has by default: 100 requests a second, 25 to one endpoint, and 25 in all with test keys. */
const defaultPace = { total: 90, test: 23, endpoint: 23 }

type ParsedEnv = z.infer<z.ZodObject<typeof stripeSettings>> & { PAYMENT_PROVIDER: 'sandbox' | 'stripe' }

/** The complete settings of Stripe; undefined unless it is the provider. */
export function toStripeConfig(env: ParsedEnv) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const { STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_PRO_PRICE: proPrice } = env
  if (env.PAYMENT_PROVIDER !== 'stripe' || !secretKey || !publishableKey || !webhookSecrets) return undefined
  const defaultTotal = modeOfKey(secretKey) === 'live' ? defaultPace.total : defaultPace.test
  const paceLimits = {
    totalPerSecond: env.STRIPE_REQUESTS_PER_SECOND ?? defaultTotal,
    endpointPerSecond: env.STRIPE_ENDPOINT_REQUESTS_PER_SECOND ?? defaultPace.endpoint,
  }
  // Several webhook secrets are valid at once: during a rotation, and because each endpoint has its own.
  const accounts = env.STRIPE_ACCOUNTS ?? ('v2' as const)
  return { secretKey, publishableKey, webhookSecrets, proPrice, accounts, paceLimits }
}

const requiredSettings = {
  STRIPE_SECRET_KEY: 'the secret key of your Stripe account (sk_…)',
  STRIPE_PUBLISHABLE_KEY: 'the publishable key of your Stripe account (pk_…)',
  STRIPE_WEBHOOK_SECRET:
    'the signing secret of the webhook endpoint PUBLIC_URL/api/webhooks/stripe (whsec_…)',
}

/** Settings that are missing or would be ignored. */
export function findStripeErrors(env: Record<string, string | undefined>): Array<string> {
  const errors: Array<string> = []
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = env
  for (const [name, what] of Object.entries(requiredSettings)) {
    if (env.PAYMENT_PROVIDER === 'stripe' && !env[name])
      errors.push(`${name} is not set. PAYMENT_PROVIDER=stripe needs ${what}.`)
  }
  for (const name of Object.keys(stripeSettings)) {
    if (env.PAYMENT_PROVIDER !== 'stripe' && env[name])
      errors.push(`${name} is set, but cards go to the sandbox. Set PAYMENT_PROVIDER=stripe, or unset it.`)
  }
  if (secret && publishable && modeOfKey(secret) !== modeOfKey(publishable))
    errors.push(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are from different modes. Set two test keys or two live keys.',
    )
  return errors
}

/** The monthly price of Pro on the sandbox. With Stripe, the price there counts. */
export const sandboxProPriceSetting = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount like 99.00.')
  .refine((text) => Number(text) > 0, 'must be above zero.')
  .optional()

type SandboxEnv = {
  PAYMENT_PROVIDER: 'sandbox' | 'stripe'
  CURRENCY: Currency
  SANDBOX_PRO_PRICE?: string | undefined
}

/** What is wrong with the sandbox's settings. */
export function findSandboxErrors({ PAYMENT_PROVIDER, CURRENCY, SANDBOX_PRO_PRICE: price }: SandboxEnv) {
  if (price === undefined) return []
  if (PAYMENT_PROVIDER === 'stripe')
    return ['SANDBOX_PRO_PRICE is set, but cards go to Stripe. Set STRIPE_PRO_PRICE instead.']
  return parseDecimal(price, CURRENCY) === undefined
    ? [`SANDBOX_PRO_PRICE has more decimals than ${CURRENCY}.`]
    : []
}

/** The sandbox's price of Pro in minor units; undefined for a currency that has none until it is set. */
export function sandboxProPrice({ CURRENCY, SANDBOX_PRO_PRICE: price }: SandboxEnv): MinorUnits | undefined {
  return price === undefined ? defaultProPrice(CURRENCY) : parseDecimal(price, CURRENCY)
}

/** A name for that price, which changes with it, as the id of a price at Stripe does. */
export function sandboxPriceSource(env: SandboxEnv): string | undefined {
  const amount = sandboxProPrice(env)
  return amount === undefined ? undefined : `sandbox/${amount}`
}

/** Stripe's keys say by their prefix whether they are live. */
export function modeOfKey(key: string): 'live' | 'test' {
  return /^[a-z]{2}_live_/.test(key) ? 'live' : 'test'
}

const probability = z.coerce.number().min(0).max(1)
const FaultConfig = z
  .object({
    seed: z.coerce.number().int().min(0),
    delayMs: z.coerce.number().int().min(0).max(600_000),
    duplicate: probability,
    drop: probability,
    shuffle: z.enum(['yes', 'no']),
  })
  .partial()
  .strict()

/** Converts the settings to the names that the sandbox uses. A failure that is not set does not occur. */
function toFaultConfig({
  seed = 1,
  delayMs = 0,
  duplicate = 0,
  drop = 0,
  shuffle = 'no',
}: z.infer<typeof FaultConfig>) {
  return { seed, maxDelayMs: delayMs, duplicateRate: duplicate, dropRate: drop, shuffle }
}

/** Fault injection for the sandbox's webhooks, such as `drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=1`. */
export const sandboxFaults = z
  .string()
  .transform((text, context) => {
    const pairs = splitList(text).map((part) => part.split('='))
    const parsed = FaultConfig.safeParse(Object.fromEntries(pairs))
    if (parsed.success && pairs.every((pair) => pair.length === 2)) return toFaultConfig(parsed.data)
    context.addIssue({ code: 'custom', message: errorMessage })
    return z.NEVER
  })
  .optional()

const errorMessage =
  'must look like drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=1 (chances from 0 to 1).'
