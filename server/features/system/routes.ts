import { sql } from 'drizzle-orm'
import { decimal } from '../../../contract/money.ts'
import { getDeliveryHealth, getHealth, getInstance, type Instance } from '../../../contract/system.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { checkDelivery } from './delivery-health.ts'

export function systemRoutes(api: Api, ports: Ports) {
  api.on(getInstance, async () => describeInstance(ports))
  api.on(getHealth, () => checkHealth(ports))
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

/** Fails with 503 while the database is away (http/errors.ts). */
async function checkHealth({ db }: Ports) {
  await db.execute(sql`select 1`)
  return { status: 'ok' as const }
}
