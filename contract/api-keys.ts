import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'
import { apiScopes } from './scopes.ts'
import { RequiredSingleLine } from './text.ts'

/** A key with which a creator's own programs make calls of this API. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The last characters, by which its owner knows it. The key itself is not stored. */
  last4: z.string(),
  scopes: list(z.enum(apiScopes), apiScopes.length),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
})
export type ApiKey = z.infer<typeof ApiKey>

const ApiKeys = list(ApiKey, limits.maxApiKeys)

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/api/keys',
  auth: 'creator',
  summary: 'Lists the creator’s API keys that work, newest first.',
  response: ApiKeys,
})

/** Days after which a key stops working; null for never. */
export const apiKeyDays = [30, 90, 365] as const

export const ApiKeyInput = z.object({
  name: RequiredSingleLine(limits.maxApiKeyNameLength, 'Enter a name'),
  scopes: z
    .array(z.enum(apiScopes))
    .check(z.minLength(1, 'Choose what the key can do'), z.maxLength(apiScopes.length)),
  expiresInDays: z.nullable(z.literal(apiKeyDays)),
})

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/api/keys',
  auth: 'creator',
  summary:
    'Makes an API key and returns it, this once. Requires a recent sign-in. The creator is told by email.',
  body: ApiKeyInput,
  response: z.object({
    /** `tdk_` and 43 letters and digits. */
    key: z.string(),
    keys: ApiKeys,
  }),
})

export const revokeApiKey = defineRoute({
  method: 'DELETE',
  path: '/api/keys/:id',
  auth: 'creator',
  summary: 'Ends an API key at once.',
  params: IdParams,
  response: ApiKeys,
})
