import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

test('readConfig parses connection limits and has defaults for them', () => {
  expect(readConfig({})).toMatchObject({
    maxConnections: 10_000,
    maxConnectionsPerAddress: 512,
    maxFormsPerMinute: 120,
  })
  expect(
    readConfig({ MAX_CONNECTIONS: '200', MAX_CONNECTIONS_PER_ADDRESS: '20', MAX_FORMS_PER_MINUTE: '9' }),
  ).toMatchObject({
    maxConnections: 200,
    maxConnectionsPerAddress: 20,
    maxFormsPerMinute: 9,
  })
})

test.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS', 'MAX_FORMS_PER_MINUTE'])(
  '%s that is not a whole number is rejected',
  (name) => {
    for (const value of ['0', '-1', 'many', '1.5'])
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be a whole number`)
  },
)
