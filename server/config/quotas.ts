import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { Quota } from '../../domain/quota.ts'
import { integerString } from './parsers.ts'

const maxBytes = Number.MAX_SAFE_INTEGER
const maxItems = 2 ** 31 - 1

/** The storage quota settings of each plan. */
export const quotaSettings = {
  QUOTA_STORED_BYTES: integerString(0, maxBytes).default(limits.maxStoredBytes.creator),
  QUOTA_STORED_BYTES_PRO: integerString(0, maxBytes).default(limits.maxStoredBytes.pro),
  QUOTA_OPEN_UPLOAD_BYTES: integerString(0, maxBytes).default(limits.maxOpenUploadBytes.creator),
  QUOTA_OPEN_UPLOAD_BYTES_PRO: integerString(0, maxBytes).default(limits.maxOpenUploadBytes.pro),
  QUOTA_ITEMS: integerString(0, maxItems).default(limits.maxItems.creator),
  QUOTA_ITEMS_PRO: integerString(0, maxItems).default(limits.maxItems.pro),
  FREE_SPACE_RESERVE_BYTES: integerString(0, maxBytes).optional(),
}

type ParsedEnv = z.infer<z.ZodObject<typeof quotaSettings>>

/** The storage quota of each plan. */
export function toQuotas(env: ParsedEnv): Record<'creator' | 'pro', Quota> {
  return {
    creator: {
      maxStoredBytes: env.QUOTA_STORED_BYTES,
      maxOpenBytes: env.QUOTA_OPEN_UPLOAD_BYTES,
      maxItems: env.QUOTA_ITEMS,
    },
    pro: {
      maxStoredBytes: env.QUOTA_STORED_BYTES_PRO,
      maxOpenBytes: env.QUOTA_OPEN_UPLOAD_BYTES_PRO,
      maxItems: env.QUOTA_ITEMS_PRO,
    },
  }
}
