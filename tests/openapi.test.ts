import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { createTestApp } from './support/test-app.ts'

async function readDocument() {
  const w = await createTestApp()
  return (await w.visitor().send('GET', '/api/docs/json')).json()
}

test('the linter of Redocly finds nothing to warn about in the OpenAPI document', async () => {
  const document = await readDocument()
  // The only warning that a site of the tests deserves.
  const servers = [{ url: 'https://tips.example.net' }]

  const problems = await lintFromString({
    source: JSON.stringify({ ...document, servers }),
    config: await createConfig({ extends: ['recommended'] }),
  })

  expect(
    problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`),
  ).toEqual([])
})

test('each call has its name, what proves who calls, and how it is refused', async () => {
  const { paths, components } = await readDocument()

  const listSales = paths['/api/sales'].get
  expect(listSales).toMatchObject({
    operationId: 'listSales',
    security: [{ apiKey: ['sales:read'] }, { session: [] }],
    responses: { '4XX': { $ref: '#/components/responses/Error' } },
  })
  expect(components.responses.Error.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  expect(Object.keys(components.schemas.Error.properties)).toEqual(['code', 'message', 'fields', 'requestId'])
  expect(paths['/api/instance'].get.security).toEqual([])
  const withKey = Object.values(api).filter(({ scope }) => scope !== undefined)
  for (const { method, path, scope } of withKey) {
    const { security } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(security[0], path).toEqual({ apiKey: [scope] })
  }
})
