import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const provider = {
  OIDC_ISSUER: 'https://id.example.com/realms/tips/',
  OIDC_CLIENT_ID: 'tips',
  OIDC_CLIENT_SECRET: 'a secret',
}

test('readConfig removes the trailing slash of OIDC_ISSUER, and has no OIDC settings without it', () => {
  expect(readConfig(provider).oidc).toEqual({
    issuer: 'https://id.example.com/realms/tips',
    clientId: 'tips',
    clientSecret: 'a secret',
  })
  expect(readConfig({}).oidc).toBeUndefined()
})

test('a local instance accepts an OIDC_ISSUER with plain http on the same machine', () => {
  expect(readConfig({ ...provider, OIDC_ISSUER: 'http://localhost:8080' }).oidc?.issuer).toBe(
    'http://localhost:8080',
  )
})
