import { z } from 'zod'
import { splitList } from './parsers.ts'

/** A key of payout details: 32 bytes, and the name that encrypted rows have. */
export type PayoutKey = { id: string; key: Buffer }

const keyPattern = /^([a-z0-9-]{1,20}):([0-9a-f]{64})$/i
const message =
  'must be a name and 64 hexadecimal digits, such as 2026a:KEY (openssl rand -hex 32 makes a key). Put the newest key first, separated by commas.'

/** The keys of payout details: `name:64 hex digits`, the newest first. */
export const payoutKeysSetting = z
  .string()
  .transform((text) => splitList(text).map(toKey))
  .refine((keys) => keys.every((key) => key !== undefined), message)
  .refine(hasDistinctNames, 'has two keys with the same name. Give each key a name of its own.')
  .transform((keys): ReadonlyArray<PayoutKey> => keys.filter((key) => key !== undefined))
  .optional()

function toKey(text: string): PayoutKey | undefined {
  const [, id, hex] = keyPattern.exec(text) ?? []
  return id && hex ? { id: id.toLowerCase(), key: Buffer.from(hex, 'hex') } : undefined
}

function hasDistinctNames(keys: ReadonlyArray<PayoutKey | undefined>): boolean {
  return new Set(keys.map((key) => key?.id)).size === keys.length
}
