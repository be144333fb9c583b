import { eq } from 'drizzle-orm'
import type { Instance } from '../../../../contract/instance.ts'
import * as systemContract from '../../../../contract/instance.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { site } from '../../../../contract/site.ts'
import { AppError } from '../../../../domain/errors.ts'
import { minPayout } from '../../../../domain/payout.ts'
import type { Db } from '../../../db/database.ts'
import type { DatabaseHealth } from '../../../db/health.ts'
import { users } from '../../../db/schema/index.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { getDeliveryHealth, healthProbe } from './health.ts'

type State = { health: Pick<DatabaseHealth, 'isUnavailable'>; readiness: { isDraining: boolean } }

export function systemRoutes(api: Api, ports: Ports, state: State) {
  api.on(systemContract.getInstance, () => getInstance(ports))
  const probe = healthProbe(state.health)
  api.on(systemContract.getHealth, () => getHealth({ ...state, health: probe }))
  api.on(systemContract.getReadiness, () => getHealth({ ...state, health: probe }))
  api.on(systemContract.getLiveness, async () => ({ status: 'ok' as const }))
  api.on(systemContract.getDeliveryHealth, () => getDeliveryHealth(ports))
}

async function getInstance(ports: Ports): Promise<Instance> {
  const { db, config, settings, paymentProvider, mailer, samples } = ports
  const {
    siteName,
    locale,
    accentColor,
    signUp,
    soloMode,
    categories,
    feeBasisPoints,
    refundPolicy,
    minPayout: minPayoutSetting,
    payoutDay,
  } = settings.current()
  const proPriceAmount = settings.proPriceAmount()
  return {
    siteName,
    locale,
    accentColor,
    signUp,
    isSolo: soloMode,
    soloHandle: soloMode ? await findOwnersHandle(db) : null,
    categories,
    logoUrl: site().logoUrl,
    imprintName: site().imprintName,
    taxName: site().taxName,
    mode: paymentProvider.mode,
    provider: paymentProvider.id,
    hasDevMailbox: config.devMailboxEnabled && mailer.mailbox !== undefined,
    currency: config.currency,
    feeBasisPoints,
    proPrice: proPriceAmount === undefined ? null : formatDecimal(proPriceAmount, config.currency),
    refundPolicy,
    minPriceAmount: formatDecimal(paymentProvider.chargeLimits(config.currency).min, config.currency),
    minPayoutAmount: formatDecimal(minPayout(config.currency, minPayoutSetting), config.currency),
    payoutDay,
    maxUploadBytes: config.maxUploadBytes,
    publicUrl: config.publicUrl,
    canPreviewPdf: samples.canDrawPages,
  }
}

async function findOwnersHandle(db: Db): Promise<string | null> {
  const [owner] = await db.select({ handle: users.handle }).from(users).where(eq(users.isOwner, true))
  return owner?.handle ?? null
}

/** Throws AppError `unavailable` while the process stops, or the database is unavailable or read-only. */
async function getHealth({ health, readiness }: State) {
  if (readiness.isDraining) throw new AppError('unavailable', 'This process is stopping.')
  if (await health.isUnavailable())
    throw new AppError('unavailable', 'The database is unavailable or read-only.')
  return { status: 'ok' as const }
}
