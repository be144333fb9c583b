import { decimal } from '../../../contract/money.ts'
import { getDeliveryHealth, getHealth, getInstance, type Instance } from '../../../contract/system.ts'
import { AppError } from '../../../domain/errors.ts'
import type { DatabaseHealth } from '../../db/health.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { checkDelivery } from './delivery-health.ts'
import { healthProbe } from './health-probe.ts'

type State = { health: Pick<DatabaseHealth, 'isAway'>; readiness: { isDraining: boolean } }

export function systemRoutes(api: Api, ports: Ports, state: State) {
  api.on(getInstance, async () => describeInstance(ports))
  const probe = healthProbe(state.health)
  api.on(getHealth, () => checkHealth({ ...state, health: probe }))
  api.on(getDeliveryHealth, () => checkDelivery(ports))
}

function describeInstance({ config, payments, mailer }: Ports): Instance {
  return {
    mode: payments.mode,
    provider: payments.id,
    mailbox: config.showsMailbox && mailer.mailbox !== undefined,
    currency: config.currency,
    feeBasisPoints: config.feeBasisPoints,
    smallestPrice: decimal(payments.limits(config.currency).min, config.currency),
    maxUploadBytes: config.maxUploadBytes,
    publicUrl: config.publicUrl,
  }
}

/** Throws AppError `unavailable` while the process stops, or the database is away or takes no writes. */
async function checkHealth({ health, readiness }: State) {
  if (readiness.isDraining) throw new AppError('unavailable', 'This process is stopping.')
  if (await health.isAway()) throw new AppError('unavailable', 'The database is away or takes no writes.')
  return { status: 'ok' as const }
}
