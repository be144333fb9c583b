import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { readConfig } from '../config.ts'
import { startTracing } from './tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type ExportedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Array<Attribute>
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

/** A collector that keeps what it gets. */
async function openCollector() {
  const spans: Array<ExportedSpan> = []
  const headers: Array<string | undefined> = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers['x-key']?.toString())
    const body = JSON.parse(await text(request))
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { spans, headers, endpoint: `http://127.0.0.1:${port}` }
}

async function tracedServer() {
  const w = await createTestApp()
  const { spans, headers, endpoint } = await openCollector()
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  })
  if (!tracing) throw new Error('Tracing is not configured')
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/items/:id', async () => {
    const { rows } = await w.db.execute(sql`select ${'a value'} as word`)
    return rows
  })
  const { close } = startTracing(app, tracing, { version: '1', role: 'all', trustProxy: ['127.0.0.1'] })
  return { app, close, spans, headers }
}

test('a request and its statement are spans of one trace, which continues the trusted proxy’s', async () => {
  const { app, close, spans, headers } = await tracedServer()

  await app.inject({ url: '/items/7?token=secret', headers: { traceparent } })
  await close()

  const request = spans.find(({ name }) => name === 'GET /items/:id')
  const statement = spans.find(({ name }) => name === 'SELECT')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(statement).toMatchObject({ traceId, parentSpanId: request?.spanId })
  expect(JSON.stringify(spans)).not.toMatch(/a value|token|secret/)
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
  expect(headers[0]).toBe('secret')
})

test('the trace of an unknown caller is not continued', async () => {
  const { app, close, spans } = await tracedServer()

  await app.inject({ url: '/items/7', headers: { traceparent }, remoteAddress: '192.0.2.1' })
  await close()

  expect(spans.length).toBeGreaterThan(0)
  expect(spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL, and without it nothing is traced', () => {
  expect(readConfig({}).tracing).toBeUndefined()
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('http or https URL')
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('a share from 0 to 1')
})
