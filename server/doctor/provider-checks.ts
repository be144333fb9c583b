import { formatDecimal } from '../../contract/money.ts'
import { proPriceProblem } from '../../domain/pro-price.ts'
import { createLogger } from '../adapters/logger.ts'
import { systemClock } from '../adapters/system-clock.ts'
import type { Config } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { type PaymentProvider, ProviderUnavailableError } from '../ports/payment-provider.ts'
import { type Check, type CheckResult, fail, type Line, ok, warn } from './check.ts'

type Stripe = NonNullable<Config['stripe']>
type Services = {
  config: Pick<Config, 'currency' | 'publicUrl' | 'proPriceSource'>
  provider: PaymentProvider
}

/** Checks of the account at the card provider. They read, and create nothing. They need no database. */
export function providerChecks(config: Config): Array<Check> {
  const { stripe } = config
  const name = 'card provider'
  const settings = ['PAYMENT_PROVIDER', 'STRIPE_', 'SANDBOX_']
  if (!stripe)
    return [
      {
        name,
        fix: 'Set PAYMENT_PROVIDER=stripe and its keys.',
        settings,
        run: async () => checkSandbox(config),
      },
    ]
  const provider = openStripe(config, stripe)
  return [
    {
      name,
      fix: 'Stripe does not answer. Look at status.stripe.com, and whether a firewall lets this machine reach api.stripe.com.',
      settings,
      run: async () => checkAccount({ config, provider: await provider }),
    },
  ]
}

async function openStripe({ currency }: Config, stripe: Stripe): Promise<PaymentProvider> {
  const { stripeProvider } = await import('../adapters/stripe/provider.ts')
  const { requestTimeouts } = await import('../adapters/stripe/client.ts')
  return stripeProvider({
    ...stripe,
    currency,
    clock: systemClock,
    log: createLogger('silent'),
    timeouts: requestTimeouts,
  })
}

function checkSandbox({ sandboxProPrice, currency }: Config): CheckResult {
  const pro =
    sandboxProPrice === undefined
      ? 'Pro is not sold'
      : `Pro costs ${formatDecimal(sandboxProPrice, currency)} ${currency} a month`
  return ok(`The sandbox: test cards only, no money moves. ${pro}`)
}

/** The keys first: with wrong ones nothing else can be read. */
export async function checkAccount({ config, provider }: Services): Promise<Array<Line>> {
  const keys = await checkKeys(provider)
  if (keys.level === 'fail') return [{ name: 'card provider', ...keys }]
  const webhookUrl = `${config.publicUrl}/api/webhooks/${provider.id}`
  const [price, findings] = await Promise.all([
    checkProPrice(config, provider),
    Promise.resolve(provider.inspect?.(webhookUrl) ?? []),
  ])
  return [
    { name: 'card provider', ...keys },
    { name: 'price of Pro', ...price },
    ...findings.map(({ name, detail, fix }) => ({
      name,
      ...(fix === undefined ? ok(detail) : warn(detail, fix)),
    })),
  ]
}

async function checkKeys(provider: PaymentProvider): Promise<CheckResult> {
  try {
    await provider.checkKeys?.()
    return ok(`${provider.id} knows the key, in ${provider.mode} mode`)
  } catch (error) {
    if (error instanceof ProviderUnavailableError)
      return fail(
        `${provider.id} does not answer (${messageWithoutValues(error)})`,
        'Look at status.stripe.com, and whether a firewall lets this machine reach api.stripe.com.',
      )
    return fail(
      `${provider.id} rejects the key (${messageWithoutValues(error)})`,
      'Set STRIPE_SECRET_KEY to a key that the dashboard lists under Developers → API keys.',
    )
  }
}

async function checkProPrice(
  { currency, proPriceSource }: Services['config'],
  { subscriptions }: PaymentProvider,
): Promise<CheckResult> {
  if (!subscriptions) return ok('Pro is not sold, because no price is set')
  const fix = 'Correct the price at the card provider, or set STRIPE_PRO_PRICE to another one.'
  try {
    const price = await subscriptions.getPrice()
    const problem = proPriceProblem(price, currency)
    if (problem) return fail(`Pro is not sold at the price ${proPriceSource}: ${problem}`, fix)
    return ok(`Pro costs ${formatDecimal(price.amount ?? 0, currency)} ${currency} a month`)
  } catch (error) {
    return fail(`The price ${proPriceSource} can't be read (${messageWithoutValues(error)})`, fix)
  }
}
