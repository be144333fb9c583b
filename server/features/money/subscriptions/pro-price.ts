import { proPriceProblem } from '../../../../domain/pro-price.ts'
import { proPrice } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderRefusedError } from '../../../ports/payment-provider.ts'
import { findProPrice, notifySettingsChanged } from '../../site/settings/repository.ts'
import { reloadSettings } from '../../site/settings/store.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'

const alert = { kind: 'pro-price', target: 'Pro' } as const

const hourMs = 3_600_000
/** A price that Pro is not sold at may be corrected any minute. */
const recheckMs = 60_000

/** Reads the price of Pro at the provider: at the start, each hour, and each minute while Pro is not sold at it. */
export async function readDueProPrice(ports: Ports): Promise<void> {
  const { db, config, paymentProvider, clock } = ports
  if (!paymentProvider.subscriptions) return resolveAlert(ports)
  const stored = await findProPrice(db)
  const isCurrent = stored?.source === config.proPriceSource
  const everyMs = stored?.problem == null ? hourMs : recheckMs
  if (stored && isCurrent && clock.now().getTime() - stored.readAt.getTime() < everyMs) return
  await readProPrice(ports)
}

/**
 * Reads the price of Pro and stores it for every process. One that Pro cannot be sold at, or that the provider does not show,
 * raises an alert. Throws when the provider does not answer; what was read before stays then.
 */
export async function readProPrice(ports: Ports): Promise<void> {
  const { db, config, paymentProvider, clock } = ports
  const source = config.proPriceSource
  if (!paymentProvider.subscriptions || source === undefined) return
  const { monthlyPrice, problem } = await priceOrProblem(ports)
  await db.transaction(async (tx) => {
    const change = { source, monthlyPrice, problem, readAt: clock.now() }
    await tx
      .insert(proPrice)
      .values({ id: 1, ...change })
      .onConflictDoUpdate({ target: proPrice.id, set: change })
    await notifySettingsChanged(tx)
    if (problem === null) return resolveAlerts(tx, ports, { kinds: [alert.kind], target: alert.target })
    const message = `Pro isn’t sold at the price ${source}: ${problem}.`
    return raiseOrUpdateAlert(tx, ports, { ...alert, message })
  })
  await reloadSettings(ports)
}

async function priceOrProblem({ config, paymentProvider }: Ports) {
  try {
    const offered = await paymentProvider.subscriptions?.getPrice()
    const problem = offered && proPriceProblem(offered, config.currency)
    return problem === undefined
      ? { monthlyPrice: offered?.amount ?? null, problem: null }
      : { monthlyPrice: null, problem }
  } catch (error) {
    if (!(error instanceof ProviderRefusedError)) throw error
    return { monthlyPrice: null, problem: `the card provider answered ${error.code} (${error.message})` }
  }
}

/** Pro was taken out of the settings. */
async function resolveAlert(ports: Ports): Promise<void> {
  await ports.db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [alert.kind], target: alert.target }))
}
