import type { Ports } from '../../ports/index.ts'
import { ProviderBusyError, ProviderUnavailableError } from '../../ports/provider-unavailable-error.ts'
import { hasOpenAlert, raiseAlert, resolveAlerts } from '../alerts/service.ts'

const kind = 'provider-unavailable'
/** Different from the target of the sweep's alert about unreadable payments, so that each resolves its own. */
const target = 'connection'

/** Alerts the operator when the circuit breaker opens, not only at the next sweep. */
export async function reportProviderUnavailable(ports: Ports): Promise<void> {
  const message = 'The card provider isn’t responding. Buyers are asked to try again in a moment.'
  await ports.db
    .transaction((tx) => raiseAlert(tx, ports, { kind, target, message }))
    .catch((error: unknown) => ports.log.error({ err: error }, 'alert could not be stored'))
}

/** While calls fail or the alert is open, pings the provider, and raises or resolves the alert. */
export async function checkProvider(ports: Ports): Promise<void> {
  const { db, paymentProvider } = ports
  if (!paymentProvider.isUnavailable?.() && !(await hasOpenAlert(db, { kind, target }))) return
  try {
    await paymentProvider.ping()
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError) || error instanceof ProviderBusyError) throw error
    return reportProviderUnavailable(ports)
  }
  await db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [kind], target }))
}
