import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import type * as contract from '../../../../contract/webhook-endpoints.ts'
import { webhookEventTypes } from '../../../../contract/webhook-events.ts'
import { AppError } from '../../../../domain/errors.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { problemOf } from './post-event.ts'
import {
  countEndpoints,
  deleteEndpoint as deleteEndpointRow,
  type EndpointRow,
  findOwnEndpoint,
  insertEndpoint,
  selectEndpointFigures,
  selectEndpoints,
  tryWaitingNow,
  turnOff,
  updateEndpoint as updateEndpointRow,
} from './repository.ts'
import { encryptSecret, newSecret, readSecret } from './secrets.ts'

type Endpoint = contract.WebhookEndpoint

export async function listEndpoints({ db }: Ports, viewer: Viewer): Promise<Array<Endpoint>> {
  const shown: Array<Endpoint> = []
  for (const row of await selectEndpoints(db, viewer.id)) shown.push(await present({ db }, row))
  return shown
}

export async function getEndpoint(ports: Ports, viewer: Viewer, id: number): Promise<Endpoint> {
  return present(ports, await requireEndpoint(ports, viewer, id))
}

/** Another creator's endpoint is reported as missing. */
export async function requireEndpoint({ db }: Pick<Ports, 'db'>, { id: creatorId }: Viewer, id: number) {
  const row = await findOwnEndpoint(db, { id, creatorId })
  if (!row) throw new AppError('not_found', 'This endpoint isn’t there anymore.')
  return row
}

/** Throws AppError `conflict` at the most endpoints of a creator, and `invalid_input` for an address that is never called. */
export async function createEndpoint(
  ports: Ports,
  viewer: Viewer,
  { url, format, types }: z.output<typeof contract.WebhookEndpointInput>,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { db, clock } = ports
  await requireCallable(ports, viewer, url)
  const secret = newSecret()
  const row = await db.transaction(async (tx) => {
    // One after the other, so that none is counted before another one is stored.
    await lockCreator(tx, viewer.id)
    if ((await countEndpoints(tx, viewer.id)) >= limits.maxWebhookEndpoints)
      throw new AppError(
        'conflict',
        `You can have up to ${limits.maxWebhookEndpoints} endpoints. Delete one first.`,
      )
    const inserted = await insertEndpoint(tx, {
      creatorId: viewer.id,
      url,
      format,
      types: inOrder(types),
      secretEncrypted: encryptSecret(ports, viewer.id, secret),
      createdAt: clock.now(),
    })
    await sendEmail(tx, ports, {
      kind: 'webhook_added',
      dedupeKey: `endpoint/${inserted.id}`,
      to: viewer.email,
      data: { endpointId: inserted.id, host: new URL(url).host },
    })
    return inserted
  })
  return { endpoint: await present(ports, row), secret }
}

function inOrder(types: ReadonlyArray<string>) {
  return webhookEventTypes.filter((type) => types.includes(type))
}

const dayMs = 24 * 3_600_000

/**
 * Throws AppError `invalid_input` with what to do about an address that is inside, or that no name server knows, and
 * `rate_limited` above 30 addresses a day.
 */
async function requireCallable(ports: Ports, viewer: Viewer, url: string): Promise<void> {
  await enforceRateLimits(ports, [{ key: `webhooks/${viewer.id}`, max: 30, windowMs: dayMs }])
  const { outside, config } = ports
  try {
    await outside.find(url, { allowsLoopback: config.isLocal })
  } catch (error) {
    const message = problemOf(error, url)
    throw new AppError('invalid_input', message, { url: message })
  }
}

export async function updateEndpoint(
  ports: Ports,
  viewer: Viewer,
  id: number,
  { isOn, types, ...change }: z.output<typeof contract.updateWebhookEndpoint.body>,
): Promise<Endpoint> {
  const { db, clock } = ports
  const now = clock.now()
  const before = await requireEndpoint(ports, viewer, id)
  const { url = before.url, format = before.format } = change
  const isMoved = url !== before.url
  if (isMoved) await requireCallable(ports, viewer, url)
  await db.transaction(async (tx) => {
    const isTurnedOn = isOn === true && before.turnedOffAt !== null
    await updateEndpointRow(tx, id, {
      ...(isMoved && { url }),
      format,
      ...(types && { types: inOrder(types) }),
      ...(isTurnedOn && { turnedOffAt: null, turnedOffReason: null }),
      ...((isTurnedOn || isMoved) && { failingSince: null, failedEvents: 0 }),
    })
    if (isOn === false && before.turnedOffAt === null) await turnOff(tx, id, { now, reason: 'creator' })
    const isOtherForm = format !== before.format
    if (isOtherForm || isMoved) await tryWaitingNow(tx, id, { now, isOtherForm })
    if (isMoved)
      await sendEmail(tx, ports, {
        kind: 'webhook_moved',
        dedupeKey: `endpoint/${id}/${now.getTime()}`,
        to: viewer.email,
        data: { endpointId: id, host: new URL(url).host, oldHost: new URL(before.url).host },
      })
  })
  return getEndpoint(ports, viewer, id)
}

export async function deleteEndpoint(ports: Ports, viewer: Viewer, id: number): Promise<Array<Endpoint>> {
  if (!(await deleteEndpointRow(ports.db, { id, creatorId: viewer.id })))
    throw new AppError('not_found', 'This endpoint isn’t there anymore.')
  return listEndpoints(ports, viewer)
}

export async function revealSecret(ports: Ports, viewer: Viewer, id: number) {
  requireRecentSignIn(ports, viewer)
  const row = await requireEndpoint(ports, viewer, id)
  return { endpoint: await present(ports, row), secret: readSecret(ports, row, row.secretEncrypted) }
}

const previousSecretMs = dayMs

/** A second rotation ends the secret before the last one at once. */
export async function rotateSecret(ports: Ports, viewer: Viewer, id: number) {
  requireRecentSignIn(ports, viewer)
  const row = await requireEndpoint(ports, viewer, id)
  const secret = newSecret()
  await updateEndpointRow(ports.db, id, {
    secretEncrypted: encryptSecret(ports, row.creatorId, secret),
    previousSecretEncrypted: row.secretEncrypted,
    previousUntil: new Date(ports.clock.now().getTime() + previousSecretMs),
  })
  return { endpoint: await getEndpoint(ports, viewer, id), secret }
}

const keptMs = 30 * dayMs

async function present({ db }: Pick<Ports, 'db'>, row: EndpointRow): Promise<Endpoint> {
  const { newestType, waiting, failed } = await selectEndpointFigures(db, row.id)
  const { id, url, format, types, createdAt, lastSuccessAt, failingSince, turnedOffAt, turnedOffReason } = row
  const keptUntil = failed.oldest && new Date(failed.oldest.getTime() + keptMs)
  return {
    id,
    url,
    format,
    types: inOrder(types),
    state: turnedOffAt ? 'turned_off' : failingSince ? 'trying_again' : 'working',
    isNew: !lastSuccessAt && !failingSince && !turnedOffAt && waiting.of === 0,
    createdAt: createdAt.toISOString(),
    lastSuccess: lastSuccessAt && { type: newestType ?? '', at: lastSuccessAt.toISOString() },
    failingSince: failingSince?.toISOString() ?? null,
    waiting: waiting.of,
    nextTryAt: waiting.nextAt?.toISOString() ?? null,
    turnedOff:
      turnedOffAt && turnedOffReason
        ? {
            at: turnedOffAt.toISOString(),
            reason: turnedOffReason,
            failed: failed.of,
            keptUntil: keptUntil?.toISOString() ?? null,
          }
        : null,
    previousSecretUntil: row.previousUntil?.toISOString() ?? null,
  }
}
