import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountHeader } from '../../contract/account-header.ts'
import { startSignIn } from '../../contract/accounts.ts'
import { api as contract } from '../../contract/api.ts'
import { buildUrl, type Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import { type Ports, withRequestAge } from '../ports/index.ts'
import { admitApiKey, answerOnce, apiKeyOf } from './api-key.ts'
import type { AddressOptions, Api, AuditHook, Options } from './api-types.ts'
import {
  bufferRawBodies,
  maxJsonBytesOf,
  maxRawBytes,
  rawBody,
  registerUrlencodedParser,
  streamRawBodies,
} from './bodies.ts'
import { siteOrigins } from './content-security-policy.ts'
import { isNavigation } from './errors.ts'
import { isStreamedFile, sendFile, sendStreamedFile } from './file-response.ts'
import { formMemory, formReader } from './multipart.ts'
import { enforceRateLimits } from './rate-limit.ts'
import { createContext, type Viewer } from './request-context.ts'
import { createEventStreams } from './server-sent-events.ts'
import { readTurns } from './turns.ts'
import type { TusHandler } from './tus.ts'
import { toFastifySchema } from './validation.ts'

export type { Api } from './api-types.ts'

type CallHooks = {
  onAdminAction?: AuditHook
  /** The creator of an API key; undefined when it doesn't work. */
  viewerOfKey?: (key: string) => Promise<Viewer | undefined>
  /** Throws AppError for a route that this site does not have now. */
  refuse?: (route: Route) => void
}

type MountOptions = AddressOptions & {
  scope?: FastifyInstance
  method?: Route['method'] | 'HEAD'
  answersMailPrograms?: boolean
}

export function createApi(
  app: FastifyInstance,
  ports: Pick<Ports, 'config' | 'db' | 'clock'>,
  viewerOf: (headers: FastifyRequest['headers']) => Promise<Viewer | undefined>,
  { onAdminAction, viewerOfKey, refuse }: CallHooks = {},
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
        const key = isForAccounts(route) ? apiKeyOf(request.headers) : undefined
        const viewer =
          key !== undefined
            ? await viewerOfKey?.(key)
            : needsViewerFirst(route)
              ? await viewerOf(request.headers)
              : undefined
        if (key !== undefined) await admitApiKey(ports, request, reply, { route, viewer })
        if (!viewer && signsInTo !== undefined && isNavigation(request))
          return reply.redirect(buildUrl(startSignIn, { query: { returnTo: signsInTo } }), 302)
        refuseOtherAccount(request.headers, viewer)
        request.viewer = authorize(route, viewer)
        refuse?.(route)
      },
      handler: (request, reply) => withRequestAge(() => answer(request, reply)),
    })
  }
  /** Adds routes whose bodies have a parser of their own. */
  function addScoped(
    routes: Array<Route>,
    setParser: (scope: FastifyInstance) => void,
    answer: Parameters<typeof addRoute>[1],
    options: MountOptions = {},
  ) {
    app.register(async (scope) => {
      setParser(scope)
      for (const route of routes) addRoute(route, answer, { ...options, scope })
    })
    for (const route of routes) handledRoutes.add(route)
  }
  /** The context of a request whose rate limits are counted. */
  async function admit<R extends Route>(
    request: FastifyRequest,
    reply: FastifyReply,
    limits: Options<R>['limits'],
  ) {
    const call = toContext<R>(request, reply)
    if (limits) await enforceRateLimits(ports, limits(call))
    return call
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
    on: (route, handle, { limits } = {}) =>
      addRoute(route, async (request, reply) => {
        const call = await admit<typeof route>(request, reply, limits)
        const answer = await answerOnce(ports, request, reply, {
          answer: () => turns.read(route, request, () => handle(call)),
        })
        if (route.method !== 'GET' && call.viewer?.isAdmin) await onAdminAction?.(call.viewer, route, call)
        return answer
      }),
    upload(route, handle) {
      const form = formReader(route, { maxUploadBytes: config.maxUploadBytes, memory })
      addRoute(route, (request, reply) => {
        const call = toContext<typeof route>(request, reply)
        const sent = form(request, call.viewer?.id ?? '')
        return answerOnce(ports, request, reply, { answer: () => handle(call, sent.parts), form: sent })
      })
    },
    file: (route, handle, { limits, ...options } = {}) =>
      addRoute(
        route,
        async (request, reply) => {
          const call = await admit<typeof route>(request, reply, limits)
          const file = await turns.read(route, request, () => handle(call))
          if (isStreamedFile(file))
            return sendStreamedFile(request, reply, { file, takeTurn: turns.takeExport })
          return sendFile(request, reply, file, siteOrigins(request, config.publicUrl))
        },
        options,
      ),
    events: (route, handle, { limits } = {}) =>
      addRoute(route, async (request, reply) => {
        const call = await admit<typeof route>(request, reply, limits)
        const subscribe = handle(call)
        // Events are filtered by the schema, like responses.
        return stream(request, reply, (send) =>
          subscribe((event) => send(route.response && z.parse(route.response, event))),
        )
      }),
    form: (route, handle, { limits, onError }) =>
      addScoped([route], registerUrlencodedParser, async (request, reply) => {
        const sent = toContext<typeof route>(request, reply)
        request.formErrorUrl = (refusal) => onError(sent, refusal)
        const next = async () => {
          request.viewer = authorize(route, await viewerOf(request.headers))
          const call = await admit<typeof route>(request, reply, limits)
          return handle(call)
        }
        const location = await next().catch((error: unknown) => {
          if (error instanceof AppError) return onError(sent, error)
          throw error
        })
        return reply.redirect(location, 303)
      }),
    oneClick: (route, handle, page) =>
      addScoped(
        [route],
        registerAnyBodyParser,
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
        { answersMailPrograms: true },
      ),
    redirect: (route, handle, options) =>
      addRoute(
        route,
        async (request, reply) => reply.redirect(await handle(toContext(request, reply)), 302),
        options,
      ),
    raw: (route, handle) =>
      addScoped([route], bufferRawBodies, (request, reply) =>
        handle(toContext(request, reply), rawBody(request)),
      ),
    tus({ begin: create, each: operations }, uploads) {
      // The library of the protocol is loaded with the first request, because a start does not need it.
      let loading: Promise<TusHandler> | undefined
      const load = async () => {
        const { tusHandler } = await import('./tus.ts')
        return tusHandler(uploads, { path: create.path, maxBytes: config.maxUploadBytes })
      }
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        loading ??= load()
        const answer = await loading
        return answer(request, reply, toContext<typeof create>(request, reply).viewer)
      }
      addScoped([create, ...operations], streamRawBodies, handle)
      if (operations[0]) addRoute(operations[0], handle, { method: 'HEAD' }) // It reads the offset.
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

/**
 * Whether the viewer is looked up before validation. Routes for anyone look it up only if they declare so. Forms look
 * it up after their fields are parsed, so that a failing look-up can redirect to onError.
 */
function needsViewerFirst(route: Route): boolean {
  if (route.transport === 'urlencoded') return false
  return isForAccounts(route) || route.method !== 'GET'
}

function isForAccounts({ auth }: Route): boolean {
  return auth === 'creator' || auth === 'admin'
}

/**
 * The viewer as the route sees them. Throws AppError `unauthorized` without one on a route for accounts,
 * `second_factor_required` while the session of staff is not confirmed with their passkey, and `forbidden` on a route
 * of admins for an action of an accountant and for anyone without a role.
 */
function authorize(route: Route, viewer: Viewer | undefined): Viewer | undefined {
  const { auth } = route
  if (!isForAccounts(route)) return viewer?.needsPasskey ? undefined : viewer
  if (!viewer) throw new AppError('unauthorized', 'Unauthorized')
  if (viewer.needsPasskey && !route.isOpenBeforeSecondFactor)
    throw new AppError('second_factor_required', 'Confirm with your passkey to continue.')
  if (auth === 'creator' || viewer.isAdmin) return viewer
  if (viewer.role !== 'accountant') throw new AppError('forbidden', 'Access Denied')
  if (route.method !== 'GET' || route.isAdminOnly)
    throw new AppError('forbidden', 'Accountants can see everything here, but only an admin can do this.')
  return viewer
}

/**
 * Throws AppError `account_changed` when the page that sends the request was made for another account than the viewer:
 * an old tab of someone who has signed out since.
 */
function refuseOtherAccount(headers: FastifyRequest['headers'], viewer: Viewer | undefined): void {
  const account = headers[accountHeader]
  if (viewer && account !== undefined && account !== viewer.id)
    throw new AppError(
      'account_changed',
      'You’re signed in as another account now. Nothing was saved. Reload the page to continue.',
    )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A mail program posts to the route for its reader, without our pages. */
    answersMailPrograms?: boolean
  }
}

/** Enough for the one field of such a request. */
const maxBodyBytes = 32 * 1024

/** A hidden field of our own page's form, which is answered with the page. */
const pageField = 'page'

/**
 * Accepts any body, of any content type or none: mail programs post `List-Unsubscribe=One-Click` in several forms (RFC
 * 8058), and the token in the path says everything. Only the fields of an URL-encoded form are read.
 */
function registerAnyBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (request, body, done) => {
    done(null, isForm(request.headers) ? Object.fromEntries(new URLSearchParams(String(body))) : {})
  })
  // A content type that is none gets 415 before any parser. The parser above needs to know forms only.
  scope.addHook('onRequest', async ({ headers }) => {
    if (!isForm(headers)) headers['content-type'] = 'text/plain'
  })
  scope.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}

function isForm(headers: IncomingHttpHeaders): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}
