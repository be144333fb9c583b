import { formatDecimal } from '../../contract/money.ts'
import { proPriceProblem } from '../../domain/pro-price.ts'
import type { Config } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import type { PaymentProvider } from '../ports/payment-provider.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'

type Services = {
  config: Pick<Config, 'currency' | 'publicUrl' | 'proPriceSource'>
  provider: PaymentProvider
}

/** Checks of the account at the card provider. They read, and create nothing. */
export async function providerChecks({ config, provider }: Services): Promise<Array<Check>> {
  const webhookUrl = `${config.publicUrl}/api/webhooks/${provider.id}`
  const findings = await Promise.resolve(provider.inspect?.(webhookUrl) ?? []).catch(() => [])
  return [
    { name: 'price of Pro', run: () => checkProPrice(config, provider) },
    ...findings.map(({ name, detail, fix }) => ({
      name,
      run: async () => (fix === undefined ? ok(detail) : warn(detail, fix)),
    })),
  ]
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
