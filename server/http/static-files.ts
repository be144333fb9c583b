import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '../ports/page-renderer.ts'

/** Serves the built files of a folder. */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    // The sandboxed reader of PDFs has no origin, so our own files are another origin's there.
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    maxAge: '1h',
    // Icons: a browser's PDF viewer requests them cross-origin.
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
      app.get(`/${entry.name}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(entry.name))
  }
}

/** Vite answers its own requests on the raw connection; all others continue. */
export function registerViteMiddleware(
  app: FastifyInstance,
  middleware: NonNullable<PageRenderer['middleware']>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) return done()
    reply.raw.once('finish', () => reply.hijack())
    middleware(request.raw, reply.raw, done)
  })
}
