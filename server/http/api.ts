import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { startSignIn } from '../../contract/accounts.ts'
import { api as contract } from '../../contract/api.ts'
import { buildUrl, type Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import type { Ports } from '../ports/index.ts'
import { withRequestAge } from '../ports/request-time.ts'
import { authorize, needsViewerFirst, refuseOtherAccount } from './authorize.ts'
import { siteOrigins } from './content-security-policy.ts'
import { isNavigation } from './failure-page.ts'
import { type FileResponse, sendFile } from './file-response.ts'
import { formMemory } from './form-memory.ts'
import { maxJsonBytesOf } from './json-body.ts'
import { lazyTusHandler } from './lazy-tus.ts'
import { type FormPart, formReader } from './multipart.ts'
import { pageField, registerAnyBodyParser } from './one-click.ts'
import { enforceRateLimits, type RateLimit } from './rate-limit.ts'
import { bufferRawBodies, maxRawBytes, rawBody, streamRawBodies } from './raw-bodies.ts'
import { createContext, type ReplyOf, type RequestContext, type Viewer } from './request-context.ts'
import { toFastifySchema } from './route-schema.ts'
import { createEventStreams, type Subscribe } from './server-sent-events.ts'
import { isStreamedFile, type StreamedFile, sendStreamedFile } from './streamed-file.ts'
import { readTurns } from './turns.ts'
import type { UploadService } from './tus.ts'
import { registerUrlencodedParser } from './urlencoded-form.ts'

/** `limits` returns the rate limits of a request; they are counted before anything else is done. */
type Options<R extends Route> = { limits?: (call: RequestContext<R>) => Array<RateLimit> }
/** `onError` returns the page that shows the error. */
type FormOptions<R extends Route> = Options<R> & {
  onError: (call: RequestContext<R>, refusal: AppError) => string
}

/**
 * `failsWithPage`: browsers get errors as the page that the web has for this path. `signsInTo`: a signed-out browser is
 * redirected to the sign-in page, which returns to this path.
 */
type AddressOptions = { failsWithPage?: boolean; signsInTo?: string }
type MountOptions = AddressOptions & {
  scope?: FastifyInstance
  method?: Route['method'] | 'HEAD'
  answersMailPrograms?: boolean
}

type TusRoute = Route & { transport: 'tus'; auth: 'creator' }

/**
 * Registers handlers for the contract's routes. Authentication, authorization and validation run first; the response
 * is filtered by the schema.
 */
export type Api = {
  on<R extends Route & { transport: 'json' }>(
    route: R,
    handle: (call: RequestContext<R>) => Promise<ReplyOf<R>>,
    options?: Options<R>,
  ): void
  upload<R extends Route & { transport: 'multipart' }>(
    route: R,
    handle: (call: Omit<RequestContext<R>, 'body'>, form: AsyncIterable<FormPart>) => Promise<ReplyOf<R>>,
  ): void
  file<R extends Route & { transport: 'file' }>(
    route: R,
    handle: (call: RequestContext<R>) => Promise<FileResponse | StreamedFile>,
    options?: AddressOptions & Options<R>,
  ): void
  /** Server-sent events of the schema `response`, until the session or the connection ends. */
  events<R extends Route & { transport: 'sse' }>(
    route: R,
    handle: (call: RequestContext<R>) => Subscribe<ReplyOf<R>>,
    options?: Options<R>,
  ): void
  form<R extends Route & { transport: 'urlencoded' }>(
    route: R,
    handle: (call: RequestContext<R>) => Promise<string>,
    options: FormOptions<R>,
  ): void
  /**
   * An address of `List-Unsubscribe` (RFC 8058). A mail program gets 200 and no redirect, whatever its body. The form of
   * our own page gets `page`, with the error there.
   */
  oneClick<R extends Route & { transport: 'urlencoded' }>(
    route: R,
    handle: (call: RequestContext<R>) => Promise<void>,
    page: (call: RequestContext<R>) => string,
  ): void
  redirect<R extends Route & { transport: 'redirect' }>(
    route: R,
    handle: (call: RequestContext<R>) => Promise<string>,
    options?: AddressOptions,
  ): void
  raw<R extends Route & { transport: 'webhook' }>(
    route: R,
    handle: (call: RequestContext<R>, body: Buffer) => Promise<ReplyOf<R>>,
  ): void
  /** Resumable uploads by tus: the route that creates one, and those of an existing one. */
  tus(routes: { begin: TusRoute; each: Array<TusRoute> }, uploads: UploadService): void
  /** Answers 404, as if the contract did not have these routes. */
  omit(...routes: Array<Route>): void
  /** The contract's routes without a handler. */
  unhandledRoutes(): Array<string>
}

/** Called after every request of an admin that may have changed something. */
export type AuditHook = (
  viewer: Viewer,
  route: Route,
  call: { params?: unknown; body?: unknown },
) => Promise<void>

export function createApi(
  app: FastifyInstance,
  ports: Pick<Ports, 'config' | 'db' | 'clock'>,
  viewerOf: (headers: FastifyRequest['headers']) => Promise<Viewer | undefined>,
  onAdminAction?: AuditHook,
): Api {
  const { config } = ports
  const handledRoutes = new Set<Route>()

  function addRoute(
    route: Route,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    {
      scope = app,
      method = route.method,
      failsWithPage = false,
      signsInTo,
      answersMailPrograms = false,
    }: MountOptions = {},
  ) {
    handledRoutes.add(route)
    scope.route({
      method,
      url: route.path,
      bodyLimit: route.transport === 'webhook' ? maxRawBytes : maxJsonBytesOf(route.body),
      config: {
        acceptsUrlencoded: route.transport === 'urlencoded',
        acceptsUploads: route.transport === 'multipart' || route.transport === 'tus',
        failsWithPage,
        answersMailPrograms,
      },
      schema: toFastifySchema(route),
      onRequest: async (request, reply) => {
        const viewer = needsViewerFirst(route) ? await viewerOf(request.headers) : undefined
        if (!viewer && signsInTo !== undefined && isNavigation(request))
          return reply.redirect(buildUrl(startSignIn, { query: { returnTo: signsInTo } }), 302)
        refuseOtherAccount(request.headers, viewer)
        request.viewer = authorize(route, viewer)
      },
      handler: (request, reply) => withRequestAge(() => answer(request, reply)),
    })
  }
  const toContext = <R extends Route>(request: FastifyRequest, reply: FastifyReply) =>
    createContext<R>(request, reply, {
      config,
      viewer: request.viewer,
      findViewer: () => viewerOf(request.headers),
    })

  const stream = createEventStreams(app, viewerOf)
  const memory = formMemory()
  const turns = readTurns()

  app.decorateRequest('viewer')
  app.decorateRequest('formErrorUrl')
  return {
    on: (route, handle, { limits: rateLimits } = {}) =>
      addRoute(route, async (request, reply) => {
        const call = toContext<typeof route>(request, reply)
        if (rateLimits) await enforceRateLimits(ports, rateLimits(call))
        const answer = await turns.read(route, request, () => handle(call))
        if (route.method !== 'GET' && call.viewer?.isAdmin) await onAdminAction?.(call.viewer, route, call)
        return answer
      }),
    upload(route, handle) {
      const form = formReader(route, { maxUploadBytes: config.maxUploadBytes, memory })
      addRoute(route, (request, reply) => {
        const call = toContext<typeof route>(request, reply)
        return handle(call, form(request, call.viewer?.id ?? ''))
      })
    },
    file: (route, handle, { limits: rateLimits, ...options } = {}) =>
      addRoute(
        route,
        async (request, reply) => {
          const call = toContext<typeof route>(request, reply)
          if (rateLimits) await enforceRateLimits(ports, rateLimits(call))
          const file = await turns.read(route, request, () => handle(call))
          if (isStreamedFile(file))
            return sendStreamedFile(request, reply, { file, takeTurn: turns.takeExport })
          return sendFile(request, reply, file, siteOrigins(request, config.publicUrl))
        },
        options,
      ),
    events: (route, handle, { limits: rateLimits } = {}) =>
      addRoute(route, async (request, reply) => {
        const call = toContext<typeof route>(request, reply)
        if (rateLimits) await enforceRateLimits(ports, rateLimits(call))
        const subscribe = handle(call)
        // Events are filtered by the schema, like responses.
        return stream(request, reply, (send) =>
          subscribe((event) => send(route.response && z.parse(route.response, event))),
        )
      }),
    form(route, handle, { limits: rateLimits, onError }) {
      app.register(async (scope) => {
        registerUrlencodedParser(scope)
        addRoute(
          route,
          async (request, reply) => {
            const sent = toContext<typeof route>(request, reply)
            request.formErrorUrl = (refusal) => onError(sent, refusal)
            const next = async () => {
              request.viewer = authorize(route, await viewerOf(request.headers))
              const call = toContext<typeof route>(request, reply)
              if (rateLimits) await enforceRateLimits(ports, rateLimits(call))
              return handle(call)
            }
            const location = await next().catch((error: unknown) => {
              if (error instanceof AppError) return onError(sent, error)
              throw error
            })
            return reply.redirect(location, 303)
          },
          { scope },
        )
      })
      handledRoutes.add(route)
    },
    oneClick(route, handle, page) {
      app.register(async (scope) => {
        registerAnyBodyParser(scope)
        addRoute(
          route,
          async (request, reply) => {
            const call = toContext<typeof route>(request, reply)
            const { body } = request
            const isPageForm = typeof body === 'object' && body !== null && pageField in body
            if (!isPageForm) {
              await handle(call)
              return reply.type('text/plain; charset=utf-8').send('You’ve unsubscribed.\n')
            }
            const next = await handle(call).then(
              () => page(call),
              (error: unknown) => toErrorRedirect(error, call, page),
            )
            return reply.redirect(next, 303)
          },
          { scope, answersMailPrograms: true },
        )
      })
      handledRoutes.add(route)
    },
    redirect: (route, handle, options) =>
      addRoute(
        route,
        async (request, reply) => reply.redirect(await handle(toContext(request, reply)), 302),
        options,
      ),
    raw(route, handle) {
      app.register(async (scope) => {
        bufferRawBodies(scope)
        addRoute(route, (request, reply) => handle(toContext(request, reply), rawBody(request)), { scope })
      })
      handledRoutes.add(route)
    },
    tus({ begin: create, each: operations }, uploads) {
      const answer = lazyTusHandler(uploads, { path: create.path, maxBytes: config.maxUploadBytes })
      const handle = async (request: FastifyRequest, reply: FastifyReply) =>
        answer(request, reply, toContext<typeof create>(request, reply).viewer)
      app.register(async (scope) => {
        streamRawBodies(scope)
        for (const route of [create, ...operations]) addRoute(route, handle, { scope })
      })
      if (operations[0]) addRoute(operations[0], handle, { method: 'HEAD' }) // It reads the offset.
      for (const route of [create, ...operations]) handledRoutes.add(route)
    },
    omit(...routes) {
      for (const route of routes) handledRoutes.add(route)
    },
    unhandledRoutes: () =>
      Object.entries(contract)
        .filter(([, route]) => !handledRoutes.has(route))
        .map(([name]) => name),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}
