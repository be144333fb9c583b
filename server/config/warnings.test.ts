import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { configWarnings } from './process.ts'

const demo = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
}
const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'Tips <t@example.com>' }

test.each([
  [{}, []],
  [{ ...demo, ...mail, TRUST_PROXY: '127.0.0.1' }, []],
  [{ ...demo, ...mail }, ['TRUST_PROXY is not set.']],
  [{ ...demo, TRUST_PROXY: '127.0.0.1' }, ['SMTP_URL is not set.']],
])('configWarnings of %o are %j', (env, expected) => {
  const warnings = configWarnings(readConfig(env))

  expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)))
})
