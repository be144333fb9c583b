import { describe, expect, test } from 'vitest'
import { readConfig, readValidSettings } from './config.ts'

const secret = '0123456789abcdef'.repeat(2)
const demo = { PUBLIC_URL: 'https://tips.example.com', SESSION_SECRET: secret, DEMO_MODE: 'true' }

const stripe = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const oidc = {
  OIDC_ISSUER: 'https://id.example.com/realms/tips/',
  OIDC_CLIENT_ID: 'tips',
  OIDC_CLIENT_SECRET: 'a secret',
}
const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'Tips <t@example.com>' }
const liveSettings = {
  ...demo,
  ...stripe,
  ...mail,
  DEMO_MODE: 'false',
  PAYOUT_KEYS: `2026a:${'0123456789abcdef'.repeat(4)}`,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
}

test('readConfig without settings returns the defaults of a local instance', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isLocal: true,
    isDevelopment: false,
    paymentProvider: 'sandbox',
    demoMode: false,
    currency: 'USD',
    settings: {},
    maxUploadBytes: 5_368_709_120,
    mailFrom: 'Tipdrop <no-reply@localhost>',
    logLevel: 'info',
    trustProxy: [],
  })
  expect(config.dataDir).toMatch(/^\/.*\/data$/)
  expect(config.sessionSecret).toBeUndefined()
  expect(config.stripe).toBeUndefined()
  expect(config.smtpUrl).toBeUndefined()
  expect(config.databaseUrl).toBeUndefined()
  expect(config.adminEmail).toBeUndefined()
})

test('a public demo listens on every address', () => {
  expect(readConfig(demo)).toMatchObject({
    isLocal: false,
    host: '0.0.0.0',
    publicUrl: 'https://tips.example.com',
    sessionSecret: secret,
  })
})

test('Stripe is used when its keys are set, also on a local instance', () => {
  const config = readConfig({
    ...stripe,
    STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
    STRIPE_PRO_PRICE: 'price_1',
  })

  expect(config.paymentProvider).toBe('stripe')
  expect(config.stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    proPrice: 'price_1',
    accounts: 'v2',
    paceLimits: { endpointPerSecond: 23, totalPerSecond: 23 },
  })
})

test('a public instance uses live keys and a mail server', () => {
  const config = readConfig(liveSettings)

  expect(config).toMatchObject({ isLocal: false, demoMode: false, smtpUrl: 'smtps://mail.example.com' })
  expect(config.stripe?.secretKey).toBe('sk_live_1')
  expect(config.stripe?.paceLimits).toEqual({ endpointPerSecond: 23, totalPerSecond: 90 })
})

test.each(['smtp://m', 'smtp://m:2525/', 'smtps://a%40b:c%2F@m.example.com:465', 'smtp://[::1]:25'])(
  'SMTP_URL %s is accepted',
  (url) => {
    expect(readConfig({ ...mail, SMTP_URL: url }).smtpUrl).toBe(url)
  },
)

test.each([
  ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  ['HOST', '127.0.0.2', { host: '127.0.0.2' }],
  ['HOST', '', { host: '127.0.0.1' }],
  ['PUBLIC_URL', 'http://127.0.0.1:9000/', { publicUrl: 'http://127.0.0.1:9000', isLocal: true }],
  ['PUBLIC_URL', 'http://[::1]:9000', { publicUrl: 'http://[::1]:9000', isLocal: true }],
  ['PUBLIC_URL', 'http://tips.localhost', { publicUrl: 'http://tips.localhost', isLocal: true }],
  ['DATABASE_URL', 'postgres://u:p@db/tips', { databaseUrl: 'postgres://u:p@db/tips' }],
  ['ADMIN_EMAIL', ' me@example.com ', { adminEmail: 'me@example.com' }],
  ['CURRENCY', 'EUR', { currency: 'EUR' }],
  ['PLATFORM_FEE_BPS', '0', { settings: { feeBasisPoints: 0 } }],
  ['MAX_UPLOAD_BYTES', '1024', { maxUploadBytes: 1024 }],
  ['QUOTA_STORED_BYTES', '1024', { quotas: { creator: { maxStoredBytes: 1024 } } }],
  ['QUOTA_STORED_BYTES_PRO', '2048', { quotas: { pro: { maxStoredBytes: 2048 } } }],
  ['QUOTA_OPEN_UPLOAD_BYTES', '0', { quotas: { creator: { maxOpenBytes: 0 } } }],
  ['QUOTA_OPEN_UPLOAD_BYTES_PRO', '7', { quotas: { pro: { maxOpenBytes: 7 } } }],
  ['FREE_SPACE_RESERVE_BYTES', '0', { freeSpaceReserveBytes: 0 }],
  ['QUOTA_ITEMS', '10', { quotas: { creator: { maxItems: 10 } } }],
  ['QUOTA_ITEMS_PRO', '20', { quotas: { pro: { maxItems: 20 } } }],
  ['MAIL_FROM', 'Tips <t@example.com>', { mailFrom: 'Tips <t@example.com>' }],
  ['SMTP_TLS', 'required', { smtpTls: 'required' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['TRUST_PROXY', '10.0.0.1, fd00::/8', { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
  ['NODE_ENV', 'development', { isDevelopment: true }],
  ['PAYMENT_PROVIDER', 'sandbox', { paymentProvider: 'sandbox' }],
])('%s=%s is accepted', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

describe('readConfig rejects invalid settings and says what to set', () => {
  test.each([
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '80a' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PUBLIC_URL: 'tips.example.com' }, 'PUBLIC_URL must be a URL without a path'],
    [{ PUBLIC_URL: 'https://a.example/shop' }, 'PUBLIC_URL must be a URL without a path'],
    [{ PUBLIC_URL: 'https://a.example/?a' }, 'PUBLIC_URL must be a URL without a path'],
    [{ PUBLIC_URL: 'https://me:pw@a.example' }, 'PUBLIC_URL must be a URL without a path'],
    [{ PUBLIC_URL: 'ftp://localhost' }, 'PUBLIC_URL must be a URL without a path'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must look like postgres://'],
    [{ DATABASE_URL: 'postgres://me:50%@db/x' }, 'DATABASE_URL has a percent sign that begins no code'],
    [{ ...mail, SMTP_URL: 'smtp://me:50%@m' }, 'SMTP_URL has a percent sign that begins no code'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=5%' }, 'OTEL_EXPORTER_OTLP_HEADERS has a percent sign'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must be at least 32 random characters'],
    [{ SESSION_SECRET: 'a'.repeat(32) }, 'SESSION_SECRET must be random'],
    [{ SESSION_SECRET: 'abcdefg'.repeat(10) }, 'SESSION_SECRET must be random'],
    [{ HSTS_SUBDOMAINS: 'yes' }, 'HSTS_SUBDOMAINS must be true or false.'],
    [{ ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL must be an email address'],
    [{ DEMO_MODE: 'yes' }, 'DEMO_MODE must be true or false.'],
    [{ CURRENCY: 'usd' }, 'CURRENCY must be an uppercase currency code'],
    [{ CURRENCY: 'QQQ' }, 'CURRENCY must be an uppercase currency code'],
    [{ PLATFORM_FEE_BPS: '10001' }, 'PLATFORM_FEE_BPS must be a whole number from 0 to 10000.'],
    [{ PAYOUT_HOLD_DAYS: '-1' }, 'PAYOUT_HOLD_DAYS must be a whole number from 0 to 365.'],
    [{ QUOTA_STORED_BYTES: '50GB' }, 'QUOTA_STORED_BYTES must be a whole number from 0'],
    [{ FREE_SPACE_RESERVE_BYTES: '5%' }, 'FREE_SPACE_RESERVE_BYTES must be a whole number from 0'],
    [{ QUOTA_ITEMS: '-1' }, 'QUOTA_ITEMS must be a whole number from 0'],
    [{ MAX_UPLOAD_BYTES: '5GB' }, 'MAX_UPLOAD_BYTES must be a whole number'],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM must be an email address'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a comma-separated list of your own proxies'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be a comma-separated list of your own proxies'],
    [{ PAYMENT_PROVIDER: 'paypal' }, 'PAYMENT_PROVIDER must be sandbox or stripe.'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_SECRET_KEY is set, but cards go to the sandbox'],
    [{ STRIPE_PRO_PRICE: 'price_1' }, 'STRIPE_PRO_PRICE is set, but cards go to the sandbox'],
    [{ STRIPE_REQUESTS_PER_SECOND: '90' }, 'STRIPE_REQUESTS_PER_SECOND is set, but cards go to the sandbox'],
    [{ ...stripe, STRIPE_ENDPOINT_REQUESTS_PER_SECOND: '0' }, 'must be a whole number from 1 to 1000'],
    [{ ...stripe, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is not set. PAYMENT_PROVIDER=stripe needs'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY is not set'],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: ' ' }, 'STRIPE_WEBHOOK_SECRET is not set'],
    [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be a Stripe secret key'],
    [
      { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
      'STRIPE_PUBLISHABLE_KEY must be a Stripe publishable key',
    ],
    [
      { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1,,' },
      'STRIPE_WEBHOOK_SECRET must be a webhook signing secret',
    ],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'we_1' }, 'STRIPE_WEBHOOK_SECRET must be a webhook signing secret'],
    [{ ...stripe, STRIPE_PRO_PRICE: 'prod_1' }, 'STRIPE_PRO_PRICE must be the ID of a monthly Stripe price'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'are from different modes'],
    [{ ...liveSettings, SMTP_URL: '' }, 'SMTP_URL is not set'],
    [{ ...liveSettings, PAYOUT_KEYS: '' }, 'PAYOUT_KEYS is not set'],
    [{ PAYOUT_KEYS: '2026a' }, 'PAYOUT_KEYS must be a name and 64 hexadecimal digits'],
    [
      { PAYOUT_KEYS: `a:${'0'.repeat(64)},a:${'1'.repeat(64)}` },
      'PAYOUT_KEYS has two keys with the same name',
    ],
    [{ ...liveSettings, DEMO_MODE: 'true' }, 'A demo must not move real money'],
    [{ ...mail, MAIL_FROM: '' }, 'MAIL_FROM is not set'],
    [{ ...mail, SMTP_TLS: 'no' }, 'SMTP_TLS must be required or off'],
    [{ ...mail, SMTP_TLS: 'off' }, 'SMTP_TLS=off needs an SMTP_URL that starts with smtp://'],
    [{ SMTP_TLS: 'off' }, 'SMTP_TLS=off needs an SMTP_URL that starts with smtp://'],
    [{ ...mail, SMTP_URL: 'smtp://me:hunter2@mail', SMTP_TLS: 'off' }, 'would send the password of SMTP_URL'],
    [{ ...mail, SMTP_URL: 'mail.example.com:25' }, 'SMTP_URL must look like smtp://'],
    [{ ...mail, SMTP_URL: 'smtp://m/?tls.rejectUnauthorized=false' }, 'SMTP_URL must look like smtp://'],
    [
      { S3_BUCKET: 'tips' },
      'S3_ENDPOINT is not set. To keep files in an object store, set all S3_ settings.',
    ],
    [{ S3_ENDPOINT: 'ftp://x' }, 'S3_ENDPOINT must be the URL of the object store'],
    [{ S3_BUCKET: 'No' }, 'S3_BUCKET must be a bucket name'],
    [{ OIDC_ISSUER: 'https://i' }, 'OIDC_CLIENT_ID is not set'],
    [{ OIDC_ISSUER: 'https://i', OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_SECRET is not set'],
    [{ OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }, 'OIDC_ISSUER is not set'],
    [{ ...oidc, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER must start with https://'],
    [{ ...oidc, OIDC_ISSUER: 'id.example.com' }, 'OIDC_ISSUER must be the URL of your sign-in provider'],
    [
      { ...oidc, OIDC_ISSUER: 'https://id.example.com/?x=1' },
      'OIDC_ISSUER must be the URL of your sign-in provider',
    ],
    [{ ...demo, PUBLIC_URL: 'http://tips.example.com' }, 'Set one that starts with https://'],
    [{ ...demo, PUBLIC_URL: 'https://localhost.example.com', DEMO_MODE: 'false' }, 'set DEMO_MODE=true'],
    [
      { ...demo, PUBLIC_URL: 'https://127.0.0.1.example.com', SESSION_SECRET: '' },
      'SESSION_SECRET is not set',
    ],
    [{ ...demo, DEMO_MODE: '' }, 'set DEMO_MODE=true'],
    [{ ...demo, SESSION_SECRET: '' }, 'SESSION_SECRET is not set'],
  ])('%o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})

test('all configuration errors are reported at once', () => {
  const message = catchMessage(() =>
    readConfig({ PORT: 'x', PAYMENT_PROVIDER: 'stripe', SMTP_URL: 'x', S3_BUCKET: 'tips' }),
  )

  const settingNames = message.split('\n').map((line) => /- (\w+)/.exec(line)?.[1])
  expect(settingNames).toEqual([
    undefined,
    'PORT',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'MAIL_FROM',
  ])
})

test('a setting that is invalid hides no error of another, and errors of a group say what is missing', () => {
  const { config, errors } = readValidSettings({
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: 'abcdefghijkl',
    LOG_LEVEL: 'loud',
    OIDC_CLIENT_ID: 'a',
    S3_BUCKET: 'No',
  })

  expect(errors.map(({ name, isLeftOut }) => [name, isLeftOut])).toEqual([
    ['SESSION_SECRET', true],
    ['S3_BUCKET', true],
    ['LOG_LEVEL', true],
    ['S3_ENDPOINT', true],
    ['S3_REGION', true],
    ['S3_ACCESS_KEY_ID', true],
    ['S3_SECRET_ACCESS_KEY', true],
    ['OIDC_ISSUER', true],
    ['OIDC_CLIENT_SECRET', true],
    ['PUBLIC_URL', false],
  ])
  expect(config).toMatchObject({ publicUrl: 'https://tips.example.com', logLevel: 'info', s3: undefined })
})

test('a configuration error never contains a secret', () => {
  const message = catchMessage(() =>
    readConfig({
      SESSION_SECRET: 'hunter2',
      DATABASE_URL: 'x://me:hunter2@db',
      STRIPE_SECRET_KEY: 'hunter2',
      STRIPE_WEBHOOK_SECRET: 'hunter2',
      SMTP_URL: 'x://me:hunter2@mail',
    }),
  )

  expect(message).not.toContain('hunter2')
})

function catchMessage(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return String(error)
  }
  throw new Error('Nothing was thrown')
}
