import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { productName } from '../../contract/site.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import { completeDocument } from './openapi-document.ts'

/**
 * OpenAPI generated from the contract: the document at /api/docs/json, and a page at /api/docs. Register it before
 * any route.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: productName, version, description: 'Every API call, generated from the contract.' },
      servers: [{ url: publicUrl }],
    },
    transform: addStreamedBodies,
    transformObject: (documented) =>
      completeDocument(
        Object('openapiObject' in documented ? documented.openapiObject : documented.swaggerObject),
      ),
  })
  app.get('/api/docs/json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/api/docs', { schema: { hide: true } }, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return app.swagger()
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(renderPage(app.swagger().paths ?? {}))
  })
}

const binary = { type: 'string', format: 'binary' }

/** Streamed bodies are not validated by a schema, so they are added to the document here. */
function addStreamedBodies(
  route: Parameters<typeof jsonSchemaTransform>[0],
): ReturnType<typeof jsonSchemaTransform> {
  const { schema, ...rest } = jsonSchemaTransform(route)
  const { streams: streamedBody } = Object(route.schema)
  if (Object(streamedBody).files) {
    const { body: fields = z.object({}), files } = streamedBody
    const { properties } = z.toJSONSchema(fields, { io: 'input' })
    const binaries = Object.fromEntries(Object.keys(files).map((name) => [name, binary]))
    const body = { type: 'object', properties: { ...properties, ...binaries } }
    return { ...rest, schema: { ...schema, consumes: ['multipart/form-data'], body } }
  }
  if (streamedBody !== 'tus') return { ...rest, schema }
  const headers = { type: 'object', properties: { 'Tus-Resumable': { type: 'string', const: '1.0.0' } } }
  const chunkBody = route.url.includes(':') && { consumes: ['application/offset+octet-stream'], body: binary }
  return { ...rest, schema: { ...schema, headers, ...chunkBody } }
}

function renderPage(paths: Record<string, unknown>): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(Object(operations)).map(
      ([method, operation]) =>
        `<tr><td><code>${escapeHtml(method.toUpperCase())}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summaryOf(operation))}</td></tr>`,
    ),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API · ${productName}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1.25rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid #8884}code{font-size:.875rem;overflow-wrap:anywhere}</style></head>
<body><main><h1>API</h1><p>The machine-readable version is at <a href="/api/docs/json">/api/docs/json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th></tr></thead><tbody>${rows.join('')}</tbody></table></main></body></html>`
}

function summaryOf(operation: unknown): string {
  return String(Object(operation).summary ?? '')
}
