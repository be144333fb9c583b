import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { startSignIn } from '../../contract/accounts.ts'
import { api as contract } from '../../contract/api.ts'
import { buildUrl, type Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import type { Ports } from '../ports/index.ts'
import { withRequestAge } from '../ports/request-time.ts'
import type { AddressOptions, Api, AuditHook } from './api-types.ts'
import { authorize, needsViewerFirst, refuseOtherAccount } from './authorize.ts'
import { siteOrigins } from './content-security-policy.ts'
import { isNavigation } from './failure-page.ts'
import { sendFile } from './file-response.ts'
import { formMemory } from './form-memory.ts'
import { maxJsonBytesOf } from './json-body.ts'
import { lazyTusHandler } from './lazy-tus.ts'
import { formReader } from './multipart.ts'
import { pageField, registerAnyBodyParser } from './one-click.ts'
import { enforceRateLimits } from './rate-limit.ts'
import { bufferRawBodies, maxRawBytes, rawBody, streamRawBodies } from './raw-bodies.ts'
import { createContext, type Viewer } from './request-context.ts'
import { toFastifySchema } from './route-schema.ts'
import { createEventStreams } from './server-sent-events.ts'
import { isStreamedFile, sendStreamedFile } from './streamed-file.ts'
import { readTurns } from './turns.ts'
import { registerUrlencodedParser } from './urlencoded-form.ts'

export type { Api, AuditHook } from './api-types.ts'

type MountOptions = AddressOptions & {
  scope?: FastifyInstance
  method?: Route['method'] | 'HEAD'
  answersMailPrograms?: boolean
}

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
            const isPageForm = typeof body === 'object' && body !== null && Object.hasOwn(body, pageField)
            if (!isPageForm) {
              await handle(call)
              return reply.type('text/plain; charset=utf-8').send('You’ve unsubscribed.\n')
            }
            // The page shows the error of a link that does not work.
            await handle(call).catch((error: unknown) => {
              if (!(error instanceof AppError)) throw error
            })
            return reply.redirect(page(call), 303)
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
