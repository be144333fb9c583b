import * as z from 'zod/mini'
import { achCompany, bicOrEmpty, ibanOrEmpty, routingOrEmpty } from './bank-settings.ts'
import { defaultCategories } from './content.ts'
import { CountryCode, countryCodes } from './countries.ts'
import { datevInstanceSettings } from './datev-settings.ts'
import { limits } from './limits.ts'
import { refundPolicies } from './refunds.ts'
import { defineRoute } from './route.ts'
import { Email, isTimeZone, Timestamp } from './schemas.ts'
import { productName } from './site.ts'
import { MultiLine, RequiredSingleLine, SingleLine } from './text.ts'

/** Who may create an account: anyone, invited email addresses, or no one. */
export const signUpModes = ['open', 'invited', 'closed'] as const

/** When an admin reviews items: never, or before a creator's first item is published. */
const moderationModes = ['off', 'first_publish'] as const

const vatRegisters = ['off', 'vies'] as const

/** A category of items. Its id is in URLs and never changes. */
export const CategorySetting = z.object({
  id: z
    .string({ error: 'Enter a name with letters or digits' })
    .check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Enter a name with letters or digits')),
  label: RequiredSingleLine(40, 'Enter a name'),
  /** Whether only creators with Pro may choose it. */
  isPro: z.boolean({ error: 'Choose yes or no' }),
  /** Whether new items can be in it. */
  isOffered: z.boolean({ error: 'Choose yes or no' }),
})
export type CategorySetting = z.infer<typeof CategorySetting>

const timeZoneMessage = 'Enter a time zone like Europe/Berlin'
const amountMessage = 'Enter an amount like 25.00'

/** An amount above zero in the instance's currency; null without one. */
const OptionalAmount = z.nullable(
  z.string({ error: amountMessage }).check(
    z.regex(/^\d{1,9}(\.\d{1,3})?$/, amountMessage),
    z.refine((text) => Number(text) > 0, amountMessage),
  ),
)

/** Who has to say who is paid: everyone, only those without a connected account, or no one. */
const payeeRules = ['everyone', 'manual', 'off'] as const

/**
 * Every setting that an admin can change while the site runs. `env` is the environment variable that sets it instead;
 * `rule` completes the sentence about an invalid value of that variable. To add a setting, add it here, to the form
 * (web/features/operating/admin/settings) and, if it has a variable, to docs/operate.md.
 */
export const instanceSettings = {
  siteName: setting({
    schema: RequiredSingleLine(60, 'Enter a name'),
    default: productName,
    env: 'SITE_NAME',
    rule: 'must be 1 to 60 characters.',
  }),
  /** `#rrggbb`; null for the design's own color. */
  accentColor: setting({
    schema: z.nullable(
      z
        .string({ error: 'Enter a color like #0e6b4a' })
        .check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color like #0e6b4a')),
    ),
    default: null,
    env: 'ACCENT_COLOR',
    rule: 'must be a color such as #0e6b4a.',
  }),
  /** The key of the site's logo in the file store. Set by uploading an image. */
  logoKey: setting({ schema: z.nullable(z.string()), default: null }),
  /** How numbers, amounts and dates are written, as a BCP 47 tag. */
  locale: setting({
    schema: z.string({ error: 'Choose a format' }).check(z.refine(isLocale, 'Choose a format')),
    default: 'en-US',
    env: 'LOCALE',
    rule: 'must be a language and region such as en-US, de-DE or ja-JP.',
  }),
  feeBasisPoints: setting({
    schema: wholeNumber({ min: 0, max: 10_000, message: 'Enter a fee from 0% to 100%' }),
    default: limits.feeBasisPoints.creator,
    env: 'PLATFORM_FEE_BPS',
    rule: 'must be a whole number from 0 to 10000.',
  }),
  payoutHoldDays: setting({
    schema: wholeNumber({ min: 0, max: 365, message: 'Enter 0 to 365 days' }),
    default: 0,
    env: 'PAYOUT_HOLD_DAYS',
    rule: 'must be a whole number from 0 to 365.',
  }),
  /** The least that is paid out, in the instance's currency, such as `25.00`; null for the currency's default. */
  minPayout: setting({
    schema: OptionalAmount,
    default: null,
    env: 'MIN_PAYOUT',
    rule: 'must be an amount like 25.00.',
  }),
  /** The day of the month on which payouts start automatically; 0 when an admin starts them. */
  payoutDay: setting({
    schema: wholeNumber({ min: 0, max: 28, message: 'Enter a day from 1 to 28, or 0' }),
    default: 0,
    env: 'PAYOUT_DAY',
    rule: 'must be a day from 1 to 28, or 0 to start payouts manually.',
  }),
  /** Who is asked for payee details, and paid only with them in live mode. */
  payeeDetails: setting({
    schema: choice(payeeRules),
    default: 'everyone',
    env: 'PAYEE_DETAILS',
    rule: 'must be everyone, manual or off.',
  }),
  /** What a creator may be paid in a year before payee details are required; null when every payout needs them. */
  payeeDetailsFrom: setting({
    schema: OptionalAmount,
    default: null,
    env: 'PAYEE_DETAILS_FROM',
    rule: 'must be an amount like 600.00.',
  }),
  /** Years that payee details are kept after the last payout to them. */
  payeeRetentionYears: setting({
    schema: wholeNumber({ min: 1, max: 30, message: 'Enter 1 to 30 years' }),
    default: 10,
    env: 'PAYEE_RETENTION_YEARS',
    rule: 'must be a whole number from 1 to 30.',
  }),
  /** Countries that no one is paid in; null for those of domain/blocked-countries.ts, which follow the seller’s country. */
  blockedCountries: setting({
    schema: z.nullable(
      z
        .array(CountryCode, { error: 'Enter country codes such as KP' })
        .check(z.maxLength(countryCodes.length)),
    ),
    default: null,
    env: 'BLOCKED_COUNTRIES',
    rule: 'must be country codes such as KP, separated by commas.',
    isList: true,
  }),
  /** Days until changed payout details are used. */
  payoutDetailsWaitDays: setting({
    schema: wholeNumber({ min: 0, max: 30, message: 'Enter 0 to 30 days' }),
    default: 3,
    env: 'PAYOUT_DETAILS_WAIT_DAYS',
    rule: 'must be a whole number from 0 to 30.',
  }),
  /** Whether creators with a VAT ID are offered that the site writes their invoices. */
  selfBilling: setting({
    schema: choice(['off', 'on']),
    default: 'off',
    env: 'SELF_BILLING',
    rule: 'must be off or on.',
  }),
  /** The ISO 3166 code of the country of the account at the card provider; empty for the seller's country. */
  platformCountry: setting({
    schema: z.union([z.literal(''), CountryCode]),
    default: '',
    env: 'PLATFORM_COUNTRY',
    rule: 'must be a country code of two capital letters, such as DE.',
  }),
  /** How accounts of creators are paid: by files of the operator's bank, by Wise, or by hand from a table. */
  bankRoute: setting({ schema: choice(['bank', 'wise', 'csv']), default: 'bank' }),
  /** How PayPal writes amounts in the operator's account: as this site does, or with a point or a comma. */
  payPalDecimals: setting({ schema: choice(['site', 'point', 'comma']), default: 'site' }),
  /** The operator's own account, from which SEPA files pay. */
  bankAccountName: setting({ schema: SingleLine(70), default: '' }),
  bankAccountIban: setting({ schema: ibanOrEmpty, default: '' }),
  bankAccountBic: setting({ schema: bicOrEmpty, default: '' }),
  /** What the operator's bank gives for NACHA files. */
  achRouting: setting({ schema: routingOrEmpty, default: '' }),
  achBankName: setting({ schema: SingleLine(23), default: '' }),
  achCompanyName: setting({ schema: SingleLine(16), default: '' }),
  achCompanyId: setting({ schema: achCompany, default: '' }),
  achOrigin: setting({ schema: achCompany, default: '' }),
  /** What the operator's adviser gives for files of DATEV; empty without one. */
  ...datevInstanceSettings,
  refundPolicy: setting({
    schema: choice(refundPolicies),
    default: 'review',
    env: 'REFUND_POLICY',
    rule: 'must be review or unconditional.',
  }),
  /** Whether the owner is the only creator: no fee, no payouts, no Pro, no one else who sells (domain/solo-mode.ts). */
  soloMode: setting({
    schema: z.boolean({ error: 'Choose yes or no' }),
    default: false,
    env: 'SOLO_MODE',
    rule: 'must be true or false.',
  }),
  signUp: setting({
    schema: choice(signUpModes),
    default: 'open',
    env: 'SIGN_UP',
    rule: 'must be open, invited or closed.',
  }),
  /** Whether an admin reviews a creator's items before the first of them is published. */
  moderation: setting({
    schema: choice(moderationModes),
    default: 'off',
    env: 'MODERATION',
    rule: 'must be off or first_publish.',
  }),
  categories: setting({
    schema: z
      .array(CategorySetting, { error: 'Keep at least one category' })
      .check(
        z.minLength(1, 'Keep at least one category'),
        z.maxLength(limits.maxCategories, `Use ${limits.maxCategories} categories or fewer`),
        z.refine(hasDistinctIds, 'Two categories have the same name'),
      ),
    default: defaultCategories,
  }),
  /** Where alerts and requests for a decision are emailed; empty for the admin's address. */
  notificationAddresses: setting({
    schema: z
      .array(Email, { error: 'Enter up to 10 addresses' })
      .check(z.maxLength(10, 'Enter up to 10 addresses')),
    default: [],
    env: 'NOTIFICATION_EMAILS',
    rule: 'must be up to 10 email addresses, separated by commas.',
  }),
  sellerName: setting({
    schema: SingleLine(120),
    default: '',
    env: 'SELLER_NAME',
    rule: 'must be at most 120 characters.',
  }),
  /** Several lines. */
  sellerAddress: setting({
    schema: MultiLine(400),
    default: '',
    env: 'SELLER_ADDRESS',
    rule: 'must be at most 400 characters; \\n begins a new line.',
  }),
  /** An ISO 3166 code. */
  sellerCountry: setting({
    schema: z.string({ error: 'Choose a country' }).check(z.regex(/^([A-Z]{2})?$/, 'Choose a country')),
    default: '',
    env: 'SELLER_COUNTRY',
    rule: 'must be a country code of two capital letters, such as DE.',
  }),
  sellerRegistrationNumber: setting({
    schema: SingleLine(80),
    default: '',
    env: 'SELLER_REGISTRATION_NUMBER',
    rule: 'must be at most 80 characters.',
  }),
  sellerPhone: setting({
    schema: SingleLine(40),
    default: '',
    env: 'SELLER_PHONE',
    rule: 'must be at most 40 characters.',
  }),
  sellerVatId: setting({
    schema: z
      .string({ error: 'Enter a VAT ID or tax number, like DE123456789' })
      .check(
        z.trim(),
        z.regex(/^$|^[A-Z0-9][A-Z0-9+*. -]{3,22}$/, 'Enter a VAT ID or tax number, like DE123456789'),
      ),
    default: '',
    env: 'SELLER_VAT_ID',
    rule: 'must be a VAT ID or tax number, such as DE123456789.',
  }),
  /** Where VAT IDs are looked up: nowhere, or in the EU's register. */
  vatRegister: setting({
    schema: choice(vatRegisters),
    default: 'off',
    env: 'VAT_REGISTER',
    rule: 'must be off or vies.',
  }),
  /** An IANA name. Documents, reports and exports are dated by its clock. */
  timeZone: setting({
    schema: z
      .string({ error: timeZoneMessage })
      .check(z.trim(), z.maxLength(60, timeZoneMessage), z.refine(isTimeZone, timeZoneMessage)),
    default: 'UTC',
    env: 'TIME_ZONE',
    rule: 'must be a time zone such as Europe/Berlin.',
  }),
  /** Whether sales include tax by the rates on the tax page. */
  taxEnabled: setting({ schema: z.boolean(), default: false }),
  supportEmail: setting({
    schema: z.union([z.literal(''), Email], { error: 'Enter an email address like name@example.com' }),
    default: '',
    env: 'SUPPORT_EMAIL',
    rule: 'must be an email address like help@example.com.',
  }),
} satisfies Record<string, Setting>

type Definitions = typeof instanceSettings
export type SettingKey = keyof Definitions
export type InstanceSettings = { [K in SettingKey]: z.infer<Definitions[K]['schema']> }

type Setting<S extends z.ZodMiniType = z.ZodMiniType> = {
  schema: S
  default: z.infer<S>
  env?: string
  rule?: string
  /** The variable is a list, although the default is none. */
  isList?: true
}

export const settingKeys = Object.keys(instanceSettings).filter(isSettingKey)

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(instanceSettings, key)
}

function setting<const S extends z.ZodMiniType>(definition: Setting<S>): Setting<S> {
  return definition
}

function choice<const T extends ReadonlyArray<string>>(options: T) {
  return z.enum(options, { error: 'Choose one of the options' })
}

function wholeNumber({ min, max, message }: { min: number; max: number; message: string }) {
  return z.number({ error: message }).check(z.int(message), z.gte(min, message), z.lte(max, message))
}

/** Whether `Intl` knows the language of a tag that has a region. */
function isLocale(tag: string): boolean {
  return /^[a-z]{2,3}-[A-Z]{2}$/.test(tag) && Intl.NumberFormat.supportedLocalesOf(tag).length > 0
}

function hasDistinctIds(categories: Array<{ id: string }>): boolean {
  return new Set(categories.map(({ id }) => id)).size === categories.length
}

const SettingState = z.object({
  key: z.enum(settingKeys),
  value: z.unknown(),
  defaultValue: z.unknown(),
  /** The environment variable that sets it, so that it cannot be changed here. */
  lockedBy: z.nullable(z.string()),
  /** Who changed the stored value last, and when; null while it has the default. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Timestamp),
})
export type SettingState = z.infer<typeof SettingState>

const SettingStates = z.object({ settings: z.array(SettingState) })

export const listInstanceSettings = defineRoute({
  method: 'GET',
  path: '/api/admin/settings',
  auth: 'admin',
  summary: 'Lists the site’s settings with who changed them, and which the environment sets.',
  response: SettingStates,
})

/** The settings of a form; the logo is an upload of its own. */
type EditableKey = Exclude<SettingKey, 'logoKey'>
export type SettingChanges = { [K in EditableKey]?: InstanceSettings[K] }

const editableSchemas = Object.fromEntries(
  settingKeys
    .filter((key) => key !== 'logoKey')
    .map((key) => [key, z.optional<z.ZodMiniType>(instanceSettings[key].schema)]),
)

export const updateInstanceSettings = defineRoute({
  method: 'PATCH',
  path: '/api/admin/settings',
  auth: 'admin',
  summary: 'Changes settings; those that are not named stay the same. Each change is in the audit log.',
  // The values are parsed by their own schemas.
  body: z.object(editableSchemas) as unknown as z.ZodMiniType<SettingChanges>,
  response: SettingStates,
})

export const resetInstanceSetting = defineRoute({
  method: 'DELETE',
  path: '/api/admin/settings/:key',
  auth: 'admin',
  summary: 'Sets a setting back to its default.',
  params: z.object({ key: z.enum(settingKeys, { error: 'There is no such setting' }) }),
  response: SettingStates,
})

export const setSiteLogo = defineRoute({
  method: 'POST',
  path: '/api/admin/settings/logo',
  auth: 'admin',
  transport: 'multipart',
  summary: 'Sets the site’s logo. The image is re-encoded and its metadata removed.',
  files: { logo: { maxBytes: limits.maxPreviewBytes } },
  response: SettingStates,
})
