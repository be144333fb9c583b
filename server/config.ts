import { resolve } from 'node:path'
import { z } from 'zod'
import { limits } from '../contract/limits.ts'
import { Email } from '../contract/schemas.ts'
import { productName } from '../contract/site.ts'
import { minPayoutProblem } from '../domain/payout.ts'
import { instanceSettingVariables, toInstanceSettings } from './config/instance-settings.ts'
import {
  alertWebhookSettings,
  findAlertWebhookErrors,
  toAlertWebhookConfig,
  toTracingConfig,
  tracingSettings,
} from './config/observability.ts'
import {
  flag,
  integerString,
  isIpOrCidr,
  isLoopback,
  isOrigin,
  isPercentEncoded,
  isSmtpUrl,
  percentMessage,
  splitList,
} from './config/parsers.ts'
import {
  findSandboxErrors,
  findStripeErrors,
  modeOfKey,
  sandboxFaults,
  sandboxPriceSource,
  sandboxProPrice,
  sandboxProPriceSetting,
  stripeSettings,
  toStripeConfig,
} from './config/payments.ts'
import { processSettings, toProcessConfig } from './config/process.ts'
import {
  findOidcErrors,
  oidcSettings,
  payoutKeysSetting,
  sessionSecretSetting,
  toOidcConfig,
} from './config/sign-in.ts'
import {
  backupSettings,
  findBackupErrors,
  findReplicaErrors,
  findS3Errors,
  quotaSettings,
  replicaSettings,
  s3Settings,
  toBackupConfig,
  toQuotas,
  toReplicaConfig,
  toS3Config,
} from './config/stores.ts'
import { findMistypedNames, findUnknownNames, namesInFile, type UnknownName } from './config/unknown-names.ts'

/** Every setting of an instance. Read once, at the start. */
export type Config = ReturnType<typeof toConfig>

/** The settings are invalid; the message lists all errors and what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Parses environment variables; an empty one counts as unset. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { config, errors } = readValidSettings(env)
  if (errors.length === 0) return config
  throw new ConfigError(
    `${productName} cannot start:\n${errors.map(({ message }) => `  - ${message}`).join('\n')}`,
  )
}

/** `name` is the setting. `isLeftOut`: the config is as if the setting, or its group, were unset. */
export type SettingError = { name: string; message: string; isLeftOut: boolean }

/** The config of the valid settings, as if the others were unset, and every error. For the doctor; a start needs `readConfig`. */
export function readValidSettings(env: Record<string, string | undefined> = process.env): {
  config: Config
  errors: Array<SettingError>
} {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const issues = EnvironmentSchema.safeParse(setVariables).error?.issues ?? []
  const invalidNames = issues.map(({ path }) => path.join('.'))
  const isValid = ([name]: [string, unknown]) => !invalidNames.includes(name)
  const valid = EnvironmentSchema.parse(Object.fromEntries(Object.entries(setVariables).filter(isValid)))
  const config = toConfig(valid)
  // What was left out is not missing.
  const isAboutValid = ({ name }: SettingError) => !invalidNames.includes(name)
  const mentionsInvalid = (message: string) =>
    invalidNames.some((name) => new RegExp(`\\b${name}\\b`).test(message))
  const leftOut = [
    ...findStripeErrors(setVariables),
    ...findS3Errors(setVariables),
    ...findAlertWebhookErrors(setVariables),
    ...findOidcErrors(setVariables),
    ...findBackupErrors(config.backup),
    ...findReplicaErrors(config, setVariables),
  ]
  const others = [
    ...findMailErrors(setVariables),
    ...findSandboxErrors(valid),
    ...findConflicts(config).filter((message) => !mentionsInvalid(message)),
  ]
  const errors = [
    ...issues.map(({ path, message }) => toSettingError(`${path.join('.')} ${message}`, true)),
    ...leftOut.map((message) => toSettingError(message, true)).filter(isAboutValid),
    ...others.map((message) => toSettingError(message, false)).filter(isAboutValid),
  ]
  return { config, errors }
}

/** Every message begins with the name of its setting. */
function toSettingError(message: string, isLeftOut: boolean): SettingError {
  return { name: message.split(' ')[0] ?? '', message, isLeftOut }
}

const originMessage = 'must be a URL without a path, such as https://tips.example.com.'

// Messages never contain the value, because some values are secrets. A setting without a message accepts any text.
const EnvironmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: integerString(1, 65_535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: z.string().refine(isOrigin, originMessage).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host/name.')
    .refine(isPercentEncoded, percentMessage)
    .optional(),
  SESSION_SECRET: sessionSecretSetting,
  ADMIN_EMAIL: z
    .string()
    .refine((text) => Email.safeParse(text).success, 'must be an email address like name@example.com.')
    .transform((text) => text.trim())
    .optional(),
  DEMO_MODE: flag,
  HSTS_SUBDOMAINS: flag,
  CURRENCY: z
    .string()
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code),
      'must be an uppercase currency code, such as USD or EUR.',
    )
    .default('USD'),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe'], 'must be sandbox or stripe.').default('sandbox'),
  ...stripeSettings,
  ...s3Settings,
  ...alertWebhookSettings,
  ...backupSettings,
  ...replicaSettings,
  SANDBOX_FAULTS: sandboxFaults,
  SANDBOX_PRO_PRICE: sandboxProPriceSetting,
  ...oidcSettings,
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must look like smtp://user:password@mail.example.com:587, or start with smtps:// for implicit TLS.',
    )
    .refine(isPercentEncoded, percentMessage)
    .optional(),
  SMTP_TLS: z.enum(['required', 'off'], 'must be required or off.').default('required'),
  ...instanceSettingVariables,
  PAYOUT_KEYS: payoutKeysSetting,
  PUSH_NOTIFICATIONS: z
    .enum(['true', 'false'], 'must be true or false.')
    .default('true')
    .transform((text) => text === 'true'),
  ALLOWED_INSIDE_ORIGINS: z
    .string()
    .transform(splitList)
    .refine(
      (origins) => origins.every(isOrigin),
      'must be a comma-separated list of URLs without a path, such as http://push.lan:8080.',
    )
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .default([]),
  VIES_URL: z
    .string()
    .refine((text) => /^https?:/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL.')
    .default('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'),
  MAX_UPLOAD_BYTES: integerString(1, Number.MAX_SAFE_INTEGER).default(limits.maxUploadBytes),
  MAX_ZIP_BYTES: integerString(0, Number.MAX_SAFE_INTEGER).default(20 * 1024 ** 3),
  ...quotaSettings,
  ...processSettings,
  ...tracingSettings,
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: `must be an email address like hello@example.com or ${productName} <hello@example.com>.`,
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .default('info'),
  DRAIN_MS: integerString(0, 3_000).optional(),
  MAX_CONNECTIONS: integerString(1, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: integerString(1, 1_000_000).default(512),
  MAX_FORMS_PER_MINUTE: integerString(1, 1_000_000).default(120),
  TRUST_PROXY: z
    .string()
    .transform(splitList)
    .refine(
      (addresses) => addresses.every(isIpOrCidr),
      'must be a comma-separated list of your own proxies, such as 10.0.0.1 or 10.0.0.0/8.',
    )
    .default([]),
})

/** The names of all settings. */
export const settingNames: ReadonlyArray<string> = Object.keys(EnvironmentSchema.shape)

/**
 * Names that are no setting: all of the settings file that the command has read (TIPDROP_SETTINGS), and those of the
 * environment that look like a setting with a typing error.
 */
export function unknownNames(env: Record<string, string | undefined> = process.env): Array<UnknownName> {
  const ofFile = unknownNamesOf(namesInFile(env.TIPDROP_SETTINGS ?? ''))
  const isNew = ({ name }: UnknownName) => !ofFile.some((one) => one.name === name)
  return [...ofFile, ...findMistypedNames(env, { known: settingNames }).filter(isNew)]
}

/** The names of a file of settings that are no settings. */
export function unknownNamesOf(names: Iterable<string>): Array<UnknownName> {
  return findUnknownNames(names, { known: settingNames })
}

function toConfig(env: z.infer<typeof EnvironmentSchema>) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  const isLocal = isLoopback(publicUrl.hostname)
  return {
    ...toProcessConfig(env),
    /** Set when traces are sent to a collector. */
    tracing: toTracingConfig(env),
    isDevelopment: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST ?? (isLocal ? '127.0.0.1' : '0.0.0.0'),
    /** An absolute path. */
    dataDir: resolve(env.DATA_DIR),
    /** An origin without a trailing slash. */
    publicUrl: publicUrl.origin,
    /** A local instance: the development mailbox, the sandbox and generated secrets are allowed. */
    isLocal,
    /** The mailbox page shows sign-in codes, so it needs a server that only this machine can reach. */
    devMailboxEnabled: isLocal && isLoopback(env.HOST ?? '127.0.0.1'),
    databaseUrl: env.DATABASE_URL,
    /** Unset only on a local instance, which generates and stores one. */
    sessionSecret: env.SESSION_SECRET?.[0],
    /** Secrets that were replaced. What they signed is still accepted. */
    previousSecrets: env.SESSION_SECRET?.slice(1) ?? [],
    adminEmail: env.ADMIN_EMAIL,
    paymentProvider: env.PAYMENT_PROVIDER,
    /** Set when the provider is Stripe, and only then. */
    stripe: toStripeConfig(env),
    /** The sandbox's monthly price of Pro; undefined with Stripe, and where Pro is not sold. */
    sandboxProPrice: env.PAYMENT_PROVIDER === 'sandbox' ? sandboxProPrice(env) : undefined,
    /** Which price at the provider Pro has; undefined where Pro is not sold. */
    proPriceSource: env.PAYMENT_PROVIDER === 'stripe' ? env.STRIPE_PRO_PRICE : sandboxPriceSource(env),
    /** The OpenID provider, if configured. */
    oidc: toOidcConfig(env),
    /** The fault injection of the sandbox's webhooks; unset means none. */
    sandboxFaults: env.SANDBOX_FAULTS,
    /** Set when files are in an object store; otherwise they are in the data folder. */
    s3: toS3Config(env),
    /** Where alerts are posted; undefined when they are not. */
    alertWebhook: toAlertWebhookConfig(env),
    backup: toBackupConfig(env),
    /** Where the bundled database and its files are copied all the time; undefined when they are not. */
    replica: toReplicaConfig(env),
    demoMode: env.DEMO_MODE,
    /** Whether HSTS includes subdomains. */
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    currency: env.CURRENCY,
    /** The instance settings that environment variables set. Use cases read `ports.settings`. */
    settings: toInstanceSettings(env),
    /** The keys of payout details, the newest first. Unset where they are generated. */
    payoutKeys: env.PAYOUT_KEYS,
    /** Whether creators may turn on notifications of sales in their browsers. */
    pushNotifications: env.PUSH_NOTIFICATIONS,
    /** Origins inside the network, or not on https, that may be called although others named them. */
    allowedInsideOrigins: env.ALLOWED_INSIDE_ORIGINS,
    /** Where VAT IDs are looked up, while the setting `vatRegister` is on. */
    viesUrl: env.VIES_URL,
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    maxZipBytes: env.MAX_ZIP_BYTES,
    /** The storage quota of each plan. */
    quotas: toQuotas(env),
    /** Bytes that uploads leave free on the files' disk; unset means a share of the disk. */
    freeSpaceReserveBytes: env.FREE_SPACE_RESERVE_BYTES,
    /** Unset when emails are written to this machine. */
    smtpUrl: env.SMTP_URL,
    /** `off` for a mail server without TLS in a private network. */
    smtpTls: env.SMTP_TLS,
    mailFrom: env.MAIL_FROM ?? `${productName} <no-reply@${publicUrl.hostname}>`,
    logLevel: env.LOG_LEVEL,
    /** Milliseconds between /health turning 503 and closing the port at a shutdown. */
    drainMs: env.DRAIN_MS ?? (isLocal ? 250 : 2_000),
    /** Addresses of our own proxies, whose X-Forwarded-* headers are trusted. */
    trustProxy: env.TRUST_PROXY,
    /** The maximum open connections: in total, and from one address (or IPv6 network) that is not a trusted proxy. */
    maxConnections: env.MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    maxFormsPerMinute: env.MAX_FORMS_PER_MINUTE,
  }
}

function findConflicts(config: Config): Array<string> {
  const isLive = config.stripe ? modeOfKey(config.stripe.secretKey) === 'live' : false
  const errors: Array<string> = []
  if (isLive && config.demoMode)
    errors.push(
      'DEMO_MODE is true, but STRIPE_SECRET_KEY is a live key. A demo must not move real money: unset one of them.',
    )
  if ((isLive || (config.stripe && !config.isLocal)) && !config.payoutKeys)
    errors.push(
      'PAYOUT_KEYS is not set. Bank accounts of creators are encrypted with it: set it to a name and a key, such as ' +
        '2026a:KEY (openssl rand -hex 32 makes the key), and keep a copy apart from the backups.',
    )
  const minPayoutError = minPayoutProblem(config.currency, config.settings.minPayout ?? null)
  if (minPayoutError) errors.push(`MIN_PAYOUT ${minPayoutError}`)
  const payeeDetailsError = minPayoutProblem(config.currency, config.settings.payeeDetailsFrom ?? null)
  if (payeeDetailsError) errors.push(`PAYEE_DETAILS_FROM ${payeeDetailsError}`)
  if (config.sandboxFaults && (config.stripe || !config.isLocal))
    errors.push(
      'SANDBOX_FAULTS makes the sandbox drop webhooks for testing. It only works with the sandbox on your own machine: unset it.',
    )
  if (config.accelRedirectPath && config.s3)
    errors.push(
      'ACCEL_REDIRECT_PATH is for files in DATA_DIR, but they are in the object store of S3_ENDPOINT. Unset it.',
    )
  return config.isLocal ? errors : [...errors, ...findPublicInstanceErrors(config)]
}

function findPublicInstanceErrors(config: Config): Array<string> {
  const errors: Array<string> = []
  if (config.publicUrl.startsWith('http:'))
    errors.push(
      'PUBLIC_URL is a public address over plain http. Set one that starts with https://, because people pay here.',
    )
  if (!config.sessionSecret)
    errors.push(
      'SESSION_SECRET is not set. A public site needs at least 32 random characters (generate them with openssl rand -hex 32).',
    )
  if (config.demoMode) return errors
  if (!config.stripe)
    errors.push(
      'PUBLIC_URL is a public address, but the sandbox only accepts test cards. Set PAYMENT_PROVIDER=stripe to accept ' +
        'real cards, set DEMO_MODE=true to run a demo, or leave PUBLIC_URL unset to run it only for yourself.',
    )
  if (config.stripe && !config.smtpUrl)
    errors.push(
      'SMTP_URL is not set. Access links and sign-in codes are sent by email, so a mail server is required.',
    )
  return errors
}

function findMailErrors(setVariables: Record<string, string | undefined>): Array<string> {
  const { SMTP_URL, SMTP_TLS, MAIL_FROM } = setVariables
  const errors: Array<string> = []
  if (SMTP_URL && !MAIL_FROM)
    errors.push(
      `MAIL_FROM is not set. SMTP_URL needs a sender address, such as ${productName} <hello@example.com>.`,
    )
  if (SMTP_TLS !== 'off') return errors
  const url = URL.parse(SMTP_URL ?? '')
  if (url?.protocol !== 'smtp:') errors.push('SMTP_TLS=off needs an SMTP_URL that starts with smtp://.')
  else if (url.username)
    errors.push(
      'SMTP_TLS=off would send the password of SMTP_URL unencrypted. Use a server with TLS, or one that needs no password.',
    )
  return errors
}
