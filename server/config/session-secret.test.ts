import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const [newest, before] = ['fedcba9876543210'.repeat(2), '0123456789abcdef'.repeat(2)]

test('SESSION_SECRET is the newest secret and those that it replaces', () => {
  expect(readConfig({ SESSION_SECRET: newest })).toMatchObject({ sessionSecret: newest, previousSecrets: [] })
  expect(readConfig({ SESSION_SECRET: `${newest}, ${before}` })).toMatchObject({
    sessionSecret: newest,
    previousSecrets: [before],
  })
})

test.each([
  ['short', 'at least 32 random characters'],
  [`${newest},short`, 'at least 32 random characters'],
  [`${newest},${'ab'.repeat(20)}`, 'repeats a few characters'],
])('SESSION_SECRET=%s is refused', (value, sentence) => {
  expect(() => readConfig({ SESSION_SECRET: value })).toThrow(sentence)
})
