import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import type { DatabaseHealth } from '../db/health.ts'
import { maxJsonBytes, parseJsonBodies } from './bodies.ts'
import {
  answerUnknownPaths,
  drainUnreadBodies,
  limitConnections,
  limitForms,
  limitRequestTime,
} from './client-limits.ts'
import { resignCookies } from './cookies.ts'
import { registerErrorHandler, sendMalformedUrl } from './errors.ts'
import { rejectUnstorableText } from './multipart.ts'
import { refuseForeignHosts, rejectCrossSiteRequests } from './origin-checks.ts'
import { requestIds, traceRequests } from './request-log.ts'
import { setGeneralMessages } from './validation.ts'

/** The HTTP server: something that listens and can be closed. */
export type HttpServer = FastifyInstance

/** Creates the HTTP server with what all responses share: limits, headers, cookies, errors. It does not listen yet. */
export async function createServer(
  config: Config,
  log: FastifyBaseLogger,
  health: DatabaseHealth,
): Promise<HttpServer> {
  setGeneralMessages()
  const app: FastifyInstance = Fastify({
    bodyLimit: maxJsonBytes,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    loggerInstance: log,
    // Paths contain access tokens and queries contain secrets, so requests are not logged; errors log the route's
    // pattern only.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, _request, reply) => sendMalformedUrl(reply),
    genReqId: requestIds(config.trustProxy),
    // Bodies have their own timeouts (`limitRequestTime`), because no single timeout fits a form and 5 GiB.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // A file name of 255 characters has up to 3,060 when encoded.
    routerOptions: { maxParamLength: 4_000 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app, health)
  setSecurityHeaders(app, config)
  traceRequests(app, config)
  parseJsonBodies(app)
  limitConnections(app.server, config)
  limitRequestTime(app)
  drainUnreadBodies(app)
  refuseForeignHosts(app, config)
  rejectCrossSiteRequests(app, config)
  rejectUnstorableText(app)
  resignCookies(app, config)
  await app.register(cookie)
  limitForms(app, config)
  await app.register(multipart)
  // Registered last, so that the headers of every response are set first.
  answerUnknownPaths(app)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  return app
}

/** Sets the headers that every response has. Their values are the same for all, so that nothing is computed for each request. */
function setSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, hstsSubdomains }: Pick<Config, 'publicUrl' | 'hstsSubdomains'>,
): void {
  const hsts = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // The filter of old browsers could be made to remove a page's own scripts.
    'x-xss-protection': '0',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': hsts }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Without factories of compilers, Fastify loads Ajv and its serializer. We set our own compilers. */
function unused(): never {
  throw new Error('Schemas are compiled by Zod')
}
