import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

test.each([
  ['SITE_NAME', 'Mara’s shop', { siteName: 'Mara’s shop' }],
  ['SELLER_ADDRESS', '1 High St\\nExeter', { sellerAddress: '1 High St\nExeter' }],
  [
    'NOTIFICATION_EMAILS',
    'a@example.com, b@example.com',
    { notificationAddresses: ['a@example.com', 'b@example.com'] },
  ],
  ['PLATFORM_FEE_BPS', '0', { feeBasisPoints: 0 }],
])('%s=%s sets the setting', (variable, text, settings) => {
  expect(readConfig({ [variable]: text }).settings).toEqual(settings)
})

test.each([
  ['LOCALE', 'german', 'LOCALE must be a language and region such as en-US, de-DE or ja-JP.'],
  ['SIGN_UP', 'never', 'SIGN_UP must be open, invited or closed.'],
  ['ACCENT_COLOR', 'green', 'ACCENT_COLOR must be a color such as #0e6b4a.'],
  ['PLATFORM_FEE_BPS', '1e3', 'PLATFORM_FEE_BPS must be a whole number from 0 to 10000.'],
  ['ALERT_WEBHOOK_SECRET', 'whsec_not base64 at all', 'must be whsec_ and the base64 of at least 24 bytes'],
  ['ALERT_WEBHOOK_SECRET', 'a secret of sixteen', 'ALERT_WEBHOOK_URL is not set'],
  ['ALERT_WEBHOOK_URL', 'https://example.com', 'ALERT_WEBHOOK_SECRET is not set'],
])('%s=%s is refused with a sentence', (variable, text, message) => {
  expect(() => readConfig({ [variable]: text })).toThrow(message)
})
