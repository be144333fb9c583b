import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { registerErrorHandler } from '../../server/http/errors.ts'
import { renderQueue } from '../../server/http/page-cache.ts'
import { registerPages } from '../../server/http/pages.ts'
import type { PageRenderer, ViewerPart } from '../../server/ports/page-renderer.ts'

/** The headers of a browser with a session. */
export const session = { cookie: 'theme=dark; tipdrop.session_token=1' }

/** The owner's page of `/p/1`, for the cookie `buyer=owner`. */
const viewerPart: ViewerPart = {
  forQuery: (url) => `page ${url}`,
  forBuyer: async (url, fetchApi) => {
    const { body } = await fetchApi('/api/owned')
    return body === true ? () => `owned ${url}` : undefined
  },
}

/**
 * A site whose pages state their request; `/p/1` is shared by everyone, `/404` by browsers without a session. `/items/1`
 * is about something, other items are missing.
 */
export async function site({
  queue = renderQueue(),
  render,
}: {
  queue?: ReturnType<typeof renderQueue>
  render?: PageRenderer['render']
} = {}) {
  const rendered: Array<string> = []
  const renderer: PageRenderer = {
    render:
      render ??
      (async (url) => {
        rendered.push(url)
        const page = {
          status: url === '/404' || url === '/items/0' ? 404 : 200,
          html: `page ${url}`,
          tags: ['content/1', 'creator/mara'],
        }
        return url.startsWith('/p/1') ? { ...page, viewerPart } : page
      }),
    locate(url) {
      const [path = '', query = ''] = url.split('?')
      if (path === '/p/01') return { movedTo: url.replace('01', '1') }
      if (path === '/p/1' && !query.includes('try')) {
        const address = query.includes('amount') ? `${path}?amount` : path
        return { shared: { path, address, viewers: 'everyone' } }
      }
      if (path.startsWith('/items/')) {
        const subject = { apiPath: `/api${path}`, missingPath: '/items/0' }
        return { shared: { path, address: path, viewers: 'everyone', subject } }
      }
      if (path.startsWith('/p/') || path.startsWith('/own')) return {}
      return { shared: { path: '/404', address: '/404', viewers: 'signed-out' } }
    },
  }
  const app = Fastify()
  registerErrorHandler(app, { recordWriteError: () => undefined, isUnavailable: async () => false })
  const pool = { connect: async () => Promise.reject(new Error('No database in this test')) }
  await registerPages(app, { pool: pool as never, settings: { onChange: () => () => undefined } }, renderer, {
    publicUrl: 'http://localhost',
    findItem: async () => undefined,
    queue,
  })
  app.get('/api/owned', async ({ headers }) => headers.cookie === 'buyer=owner')
  const asked: Array<string> = []
  app.get('/api/items/:id', async ({ url }, reply) => {
    asked.push(url)
    if (url !== '/api/items/1') return reply.code(404).send({})
    return {}
  })
  app.get('/file', { config: { failsWithPage: true } }, async () => {
    throw new AppError('expired', 'This address has expired.')
  })
  onTestFinished(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  /** The same request from another IP address. */
  const getFrom = async (remoteAddress: string, path: string, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'GET', url: path, remoteAddress, headers })
    return { status: response.statusCode, text: response.payload }
  }
  return { get, getFrom, rendered, asked }
}

/** A site with one render at a time, none of which ends before `release`. */
export async function slowSite(maxWaiting: number) {
  let release: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  const started: Array<string> = []
  const fixture = await site({
    queue: renderQueue({ maxParallel: 1, maxWaiting }),
    render: async (url) => {
      started.push(url)
      await released
      return { status: 200, html: url }
    },
  })
  return { ...fixture, started, release }
}
