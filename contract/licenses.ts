import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { OrderNumber } from './order-number.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, requiredReason, Timestamp } from './schemas.ts'
import { linesOf, SingleLine } from './text.ts'

const WholeNumber = (max: number, message: string) =>
  z.nullable(z.int(message).check(z.gte(1, message), z.lte(max, message)))

const prefixMessage = `Use up to ${limits.maxLicensePrefixLength} letters and digits`

/** How an item's license keys are made. */
export const LicenseSettingsInput = z.object({
  isOn: z.boolean(),
  /** `made`: by us, one for each buyer. `pool`: from the creator's own list. */
  mode: z.enum(['made', 'pool']),
  /** What every key begins with. */
  prefix: z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.refine((text) => /^[A-Z0-9]*$/.test(text), prefixMessage),
    z.maxLength(limits.maxLicensePrefixLength, prefixMessage),
  ),
  /** Devices per key; null for no limit. */
  maxDevices: WholeNumber(limits.maxActivations, 'Enter a number of devices from 1 to 1,000'),
  /** Days after which a key ends; null for never. */
  validDays: WholeNumber(limits.maxLicenseDays, 'Enter a number of days from 1 to 3,650'),
})
export type LicenseSettingsInput = z.infer<typeof LicenseSettingsInput>

export const LicenseSettings = z.object({
  title: z.string(),
  isOn: z.boolean(),
  mode: z.enum(['made', 'pool']),
  /**
   * The creator's own list. `left` is what nobody has and nobody is paying for (`held`). `waiting`: buyers who have paid for a key
   * when there was none, and until when the first of them waits.
   */
  pool: z.object({
    total: z.int(),
    left: z.int(),
    held: z.int(),
    waiting: z.int(),
    waitingUntil: z.nullable(Timestamp),
  }),
  prefix: z.string(),
  maxDevices: z.nullable(z.int()),
  validDays: z.nullable(z.int()),
  /** Keys of buyers, devices in use, and keys that the creator revoked. */
  counts: z.object({ issued: z.int(), devices: z.int(), revoked: z.int() }),
})
export type LicenseSettings = z.infer<typeof LicenseSettings>

export const getLicenseSettings = defineRoute({
  method: 'GET',
  path: '/api/content/:id/license-keys',
  auth: 'creator',
  scope: 'licenses:read',
  summary: 'Shows how an item’s license keys are made, and how many there are.',
  params: IdParams,
  response: LicenseSettings,
})

export const setLicenseSettings = defineRoute({
  method: 'POST',
  path: '/api/content/:id/license-keys',
  auth: 'creator',
  scope: 'licenses:write',
  summary:
    'Sets how an item’s license keys are made. Keys that buyers have keep their text and their end; the number of devices counts for them too.',
  params: IdParams,
  body: LicenseSettingsInput,
  response: LicenseSettings,
})

const Lines = z.string({ error: 'Enter a key' }).check(
  z.minLength(1, 'Enter a key'),
  z.maxLength(limits.maxPoolLines * (limits.maxPoolKeyLength + 2), 'This is too much at once'),
  z.refine((text) => linesOf(text).length <= limits.maxPoolLines, 'Use at most 10,000 lines at once'),
)

export const LicenseKeysInput = z.object({ lines: Lines })

export const AddedLicenseKeys = z.object({
  added: z.int(),
  /** Lines that were left out, and the first of them. */
  leftOutCount: z.int(),
  leftOut: list(
    z.object({
      line: z.int(),
      why: z.enum(['empty', 'same', 'in_list', 'too_long']),
      sameAs: z.nullable(z.int()),
    }),
    limits.maxPoolLinesNamed,
  ),
  settings: LicenseSettings,
})
export type AddedLicenseKeys = z.infer<typeof AddedLicenseKeys>
export const RemovedLicenseKeys = z.object({ removed: z.int(), settings: LicenseSettings })
export type RemovedLicenseKeys = z.infer<typeof RemovedLicenseKeys>

export const addLicenseKeys = defineRoute({
  method: 'POST',
  path: '/api/content/:id/license-keys/list',
  auth: 'creator',
  scope: 'licenses:write',
  summary:
    'Adds keys to an item’s own list, one in each line, up to 10,000 of up to 250 characters. Empty lines, doubles and keys that the list has are left out. Buyers who wait get theirs first.',
  params: IdParams,
  body: LicenseKeysInput,
  response: AddedLicenseKeys,
})

export const removeLicenseKeys = defineRoute({
  method: 'POST',
  path: '/api/content/:id/license-keys/list/remove',
  auth: 'creator',
  scope: 'licenses:write',
  summary:
    'Removes unused keys from an item’s own list: those of the lines, or with `all` every one. Keys that buyers have stay.',
  params: IdParams,
  body: z.object({ lines: z.optional(Lines), all: z.optional(z.boolean()) }).check(
    z.refine(({ lines, all = false }) => (lines === undefined) === all, {
      error: 'Enter the keys to remove, or choose all',
      path: ['lines'],
    }),
  ),
  response: RemovedLicenseKeys,
})

export const exportLicenseKeys = defineRoute({
  method: 'GET',
  path: '/api/content/:id/license-keys/export',
  auth: 'creator',
  scope: 'licenses:read',
  transport: 'file',
  summary: 'Returns an item’s license keys as CSV, with order and devices.',
  params: IdParams,
})

/** A key of a sale, as its creator sees it. */
export const SaleLicense = z.object({
  id: Id,
  title: z.string(),
  key: z.string(),
  expiresAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
  revocationReason: z.string(),
  devices: z.int(),
  maxDevices: z.nullable(z.int()),
})
export type SaleLicense = z.infer<typeof SaleLicense>
const SaleLicenses = list(SaleLicense, limits.maxKeptBundleItems)

export const listSaleLicenses = defineRoute({
  method: 'GET',
  path: '/api/sales/:id/licenses',
  auth: 'creator',
  scope: 'licenses:read',
  summary: 'Lists the license keys of a sale.',
  params: z.object({ id: OrderNumber }),
  response: SaleLicenses,
})

export const LicenseReason = z.object({ reason: requiredReason('buyer') })

export const replaceLicense = defineRoute({
  method: 'POST',
  path: '/api/licenses/:id/replace',
  auth: 'creator',
  scope: 'licenses:write',
  summary:
    'Gives a buyer a new key. The old one stops at once, devices stay, and a revoked one works again. The buyer is told by email.',
  params: IdParams,
  body: LicenseReason,
  response: SaleLicenses,
})

export const revokeLicense = defineRoute({
  method: 'POST',
  path: '/api/licenses/:id/revoke',
  auth: 'creator',
  scope: 'licenses:write',
  summary:
    'Ends a key at once. No money moves, and the rest of the purchase stays. The buyer is told by email.',
  params: IdParams,
  body: LicenseReason,
  response: SaleLicenses,
})

const keyFields = {
  itemId: Id,
  key: z.string().check(z.minLength(1), z.maxLength(limits.maxLicenseKeyLength)),
}
/** What the app calls its device. Only its hash is stored. */
const Fingerprint = z
  .string()
  .check(z.minLength(1, 'Name the device'), z.maxLength(limits.maxFingerprintLength))

/**
 * The answer of an app’s call. `not_activated`: the key is good, but not on this device. `proof` signs the answer for a
 * device with which it is valid, so that the app can go without asking until `offlineUntil`.
 */
export const LicenseAnswer = z.object({
  valid: z.boolean(),
  state: z.enum(['active', 'expired', 'not_activated']),
  itemId: Id,
  expiresAt: z.nullable(Timestamp),
  activations: z.object({ used: z.int(), max: z.nullable(z.int()) }),
  checkedAt: Timestamp,
  offlineUntil: z.nullable(Timestamp),
  proof: z.nullable(
    z.object({
      /** Which of the published keys has signed. */
      keyId: z.string(),
      /** What is signed: the answer without the proof, and the fingerprint, as canonical JSON. */
      payload: z.string(),
      /** Ed25519, in base64url. */
      signature: z.string(),
    }),
  ),
})
export type LicenseAnswer = z.infer<typeof LicenseAnswer>

export const activateLicense = defineRoute({
  method: 'POST',
  path: '/api/licenses/activate',
  auth: 'public',
  summary:
    'Uses a key on a device. The same fingerprint again takes no other place. 409 when all devices are in use; 404 for a key that doesn’t work for the item.',
  body: z.object({
    ...keyFields,
    fingerprint: Fingerprint,
    label: z._default(SingleLine(limits.maxDeviceLabelLength), ''),
  }),
  response: LicenseAnswer,
})

export const validateLicense = defineRoute({
  method: 'POST',
  path: '/api/licenses/validate',
  auth: 'public',
  summary: 'Says whether a key works, with a fingerprint also whether it does on this device.',
  body: z.object({ ...keyFields, fingerprint: z.optional(Fingerprint) }),
  response: LicenseAnswer,
})

export const releaseLicense = defineRoute({
  method: 'POST',
  path: '/api/licenses/release',
  auth: 'public',
  summary: 'Ends the use of a key on a device. At most 10 devices of a key in 30 days.',
  body: z.object({ ...keyFields, fingerprint: Fingerprint }),
  response: LicenseAnswer,
})

export const getLicenseSigners = defineRoute({
  method: 'GET',
  path: '/.well-known/license-keys.json',
  auth: 'public',
  summary:
    'The public keys with which answers about license keys are signed, as a JSON Web Key Set, the newest first. Two while the secret is being replaced.',
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        use: z.literal('sig'),
        kid: z.string(),
        x: z.string(),
        /** The same in the form that openssl reads. */
        pem: z.string(),
      }),
    ),
  }),
})

/** The key of one item of a purchase, as its buyer sees it. There are none while the purchase waits for its release. */
export const BuyerLicense = z.object({
  itemId: Id,
  title: z.string(),
  /**
   * `none`: the buyer can get one. It was bought before the item had keys, or came into a bundle later. `waiting`: the creator's
   * list had none, and the buyer gets the next one.
   */
  state: z.enum(['none', 'waiting', 'active', 'expired', 'revoked']),
  /** Null while there is none, and of a revoked one. A text that says so for a test purchase. */
  key: z.nullable(z.string()),
  expiresAt: z.nullable(Timestamp),
  revocationReason: z.string(),
  maxDevices: z.nullable(z.int()),
  deviceCount: z.int(),
  devices: list(z.object({ id: Id, label: z.string(), lastSeenAt: Timestamp }), limits.maxListed.devices),
  /** Devices that can be released now. */
  releasesLeft: z.int(),
  /** Whether a new key can be had now: once a day. */
  canReplace: z.boolean(),
  /** Whether the buyer can get a new key at all: not of a key of the creator's list, and not of a test. */
  isReplaceable: z.boolean(),
  /** Until when it arrives, otherwise the purchase is refunded; null unless it waits. */
  arrivesBy: z.nullable(Timestamp),
})
export type BuyerLicense = z.infer<typeof BuyerLicense>

/** 32 random bytes in base64url, as AccessToken of contract/purchases.ts, which imports this file. */
const TokenParams = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), id: Id })

export const getOwnLicense = defineRoute({
  method: 'POST',
  path: '/access/:token/license/:id',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Gives a purchase the key of an item that has keys now, or a new one in place of the old one, at most once a day. Redirects back to the access page.',
  params: TokenParams,
})

export const releaseOwnDevice = defineRoute({
  method: 'POST',
  path: '/access/:token/device/:id',
  auth: 'buyer',
  transport: 'urlencoded',
  summary: 'Releases a device of a purchase’s key, at most 10 in 30 days. Redirects back to the access page.',
  params: TokenParams,
})
