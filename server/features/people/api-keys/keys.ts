import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { ApiKey, ApiKeyInput } from '../../../../contract/api-keys.ts'
import { limits } from '../../../../contract/limits.ts'
import { apiScopes } from '../../../../contract/scopes.ts'
import { AppError } from '../../../../domain/errors.ts'
import { insertRows } from '../../../db/rows.ts'
import { apiKeys } from '../../../db/schema/index.ts'
import { apiKeyPrefix } from '../../../http/api-key.ts'
import { sha256Base64url, type Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireRecentSignIn } from '../accounts/guards.ts'
import { lockCreator } from '../accounts/repository.ts'
import { type ApiKeyRow, countKeys, deleteKey, findWorkingKey, markUsed, selectKeys } from './repository.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62 to the 43rd is more than 2 to the 256th. */
const keyLength = 43
const dayMs = 24 * 3_600_000

export async function listKeys({ db, clock }: Ports, viewer: Viewer): Promise<Array<ApiKey>> {
  return (await selectKeys(db, viewer.id, clock.now())).map(present)
}

/**
 * Makes a key of a creator with a recent sign-in, and tells them by email. The key is in the answer and stored nowhere.
 * Throws AppError `conflict` at the most keys of a creator.
 */
export async function createKey(
  ports: Ports,
  viewer: Viewer,
  { name, scopes, expiresInDays }: z.output<typeof ApiKeyInput>,
): Promise<{ key: string; keys: Array<ApiKey> }> {
  requireRecentSignIn(ports, viewer)
  const { db, clock } = ports
  const now = clock.now()
  const secret = Array.from({ length: keyLength }, () => letters[randomInt(letters.length)]).join('')
  const key = `${apiKeyPrefix}${secret}`
  const last4 = key.slice(-4)
  const given = apiScopes.filter((scope) => scopes.includes(scope))
  await db.transaction(async (tx) => {
    // One after the other, so that none is counted before another one is stored.
    await lockCreator(tx, viewer.id)
    if ((await countKeys(tx, viewer.id, now)) >= limits.maxApiKeys)
      throw new AppError('conflict', `You can have up to ${limits.maxApiKeys} keys. Delete one first.`)
    const [row] = await insertRows(tx, apiKeys, [
      {
        creatorId: viewer.id,
        name,
        keyHash: sha256Base64url(key),
        last4,
        scopes: given,
        createdAt: now,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
      },
    ])
    await sendEmail(tx, ports, {
      kind: 'api_key_created',
      dedupeKey: `api-key/${row?.id}`,
      to: viewer.email,
      data: { name, last4, scopes: given },
    })
  })
  return { key, keys: await listKeys(ports, viewer) }
}

/** Another creator's key is reported as missing. */
export async function revokeKey(ports: Ports, viewer: Viewer, id: number): Promise<Array<ApiKey>> {
  if (!(await deleteKey(ports.db, { id, creatorId: viewer.id })))
    throw new AppError('not_found', 'This key doesn’t work anymore.')
  return listKeys(ports, viewer)
}

/** The creator in whose name a program with this key calls; undefined when the key doesn't work. */
export async function viewerOfKey(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  key: string,
): Promise<Viewer | undefined> {
  const now = clock.now()
  const found = await findWorkingKey(db, sha256Base64url(key), now)
  if (!found) return undefined
  await markUsed(db, found.key.id, now)
  return {
    id: found.key.creatorId,
    email: found.email,
    isAdmin: false,
    sessionId: '',
    // A key is no sign-in, so it is never a recent one.
    signedInAt: new Date(0),
    apiKey: { id: found.key.id, scopes: scopesOf(found.key) },
  }
}

function present(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    last4: row.last4,
    scopes: scopesOf(row),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

function scopesOf({ scopes }: Pick<ApiKeyRow, 'scopes'>) {
  return apiScopes.filter((scope) => scopes.includes(scope))
}
