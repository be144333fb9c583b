import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { api as contract } from '../../contract/api.ts'
import type { Route } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import type { Ports } from '../ports/index.ts'
import { answeringRequest } from '../ports/request-time.ts'
import { type Call, callOf, type Viewer } from './call.ts'
import { type Download, sendDownload } from './download.ts'
import { eventStreams, type Teller } from './events.ts'
import { formMemory } from './form-memory.ts'
import { maxJsonBytesOf } from './json-body.ts'
import { isMade, type Made, sendMade } from './made.ts'
import { inPieces, maxRawBytes, rawBody, unparsed } from './raw-bodies.ts'
import { schemaOf } from './route-schema.ts'
import { type Limit, throttle } from './throttle.ts'
import { type Arrivals, tusHandler } from './tus.ts'
import { type FormPart, formReader } from './upload.ts'
import { readForms } from './web-form.ts'

export type Answer<R extends Route> = R['reply'] extends z.ZodType ? z.input<R['reply']> : undefined
/** `limits` says how often this may be called, by whom and for what; counted before anything is done. */
type Options<R extends Route> = { limits?: (call: Call<R>) => Array<Limit> }
/** `back` is the page that says what was refused. */
type FormOptions<R extends Route> = Options<R> & { back: (call: Call<R>, refusal: AppError) => string }

/** `failsWithPage`: a browser that is refused gets the page that the web has for this path. */
type AddressOptions = { failsWithPage?: boolean }
type MountOptions = AddressOptions & { scope?: FastifyInstance; method?: Route['method'] | 'HEAD' }

type TusRoute = Route & { transport: 'tus'; access: 'creator' }

/** Ties calls of the contract to what they do: who are you, may you, is it well formed; what the contract does not name does not leave. */
export type Api = {
  on<R extends Route & { transport: 'json' }>(
    route: R,
    handle: (call: Call<R>) => Promise<Answer<R>>,
    options?: Options<R>,
  ): void
  upload<R extends Route & { transport: 'upload' }>(
    route: R,
    handle: (call: Omit<Call<R>, 'body'>, form: AsyncIterable<FormPart>) => Promise<Answer<R>>,
  ): void
  file<R extends Route & { transport: 'file' }>(
    route: R,
    handle: (call: Call<R>) => Promise<Download | Made>,
    options?: AddressOptions,
  ): void
  /** Server-sent events, each of the shape of `reply`, until the session or the connection ends. */
  events<R extends Route & { transport: 'events' }>(
    route: R,
    handle: (call: Call<R>) => Teller<Answer<R>>,
    options?: Options<R>,
  ): void
  form<R extends Route & { transport: 'form' }>(
    route: R,
    handle: (call: Call<R>) => Promise<string>,
    options: FormOptions<R>,
  ): void
  redirect<R extends Route & { transport: 'redirect' }>(
    route: R,
    handle: (call: Call<R>) => Promise<string>,
    options?: AddressOptions,
  ): void
  raw<R extends Route & { transport: 'raw' }>(
    route: R,
    handle: (call: Call<R>, body: Buffer) => Promise<Answer<R>>,
  ): void
  /** Files in pieces by the tus protocol: how to begin one, and what is done with one. */
  tus(routes: { begin: TusRoute; each: Array<TusRoute> }, arrivals: Arrivals): void
  /** As if the contract did not have it: 404. */
  leaveOut(...routes: Array<Route>): void
  /** Answers 501 on every call of the contract that nobody has taken. Returns their names. */
  answerTheRest(): Array<string>
}

/** Hears of every call of an administrator that may have changed something. */
export type NoteAct = (
  viewer: Viewer,
  route: Route,
  call: { params?: unknown; body?: unknown },
) => Promise<void>

export function createApi(
  app: FastifyInstance,
  ports: Pick<Ports, 'config' | 'db' | 'clock'>,
  viewerOf: (headers: FastifyRequest['headers']) => Promise<Viewer | undefined>,
  noteAct?: NoteAct,
): Api {
  const { config } = ports
  const taken = new Set<Route>()

  function mount(
    route: Route,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    { scope = app, method = route.method, failsWithPage = false }: MountOptions = {},
  ) {
    taken.add(route)
    scope.route({
      method,
      url: route.path,
      bodyLimit: route.transport === 'raw' ? maxRawBytes : maxJsonBytesOf(route.body),
      config: {
        takesForm: route.transport === 'form',
        takesUpload: route.transport === 'upload' || route.transport === 'tus',
        failsWithPage,
      },
      schema: schemaOf(route),
      onRequest: async (request) => {
        const viewer = needsViewerFirst(route) ? await viewerOf(request.headers) : undefined
        admit(route, viewer)
        request.viewer = viewer
      },
      handler: (request, reply) => answeringRequest(() => answer(request, reply)),
    })
  }
  const callFrom = <R extends Route>(request: FastifyRequest, reply: FastifyReply) =>
    callOf<R>(request, reply, config, request.viewer)

  const stream = eventStreams(app, viewerOf)
  const memory = formMemory()

  app.decorateRequest('viewer')
  app.decorateRequest('backToForm')
  return {
    on: (route, handle, { limits } = {}) =>
      mount(route, async (request, reply) => {
        const call = callFrom<typeof route>(request, reply)
        if (limits) await throttle(ports, limits(call))
        const answer = await handle(call)
        if (route.method !== 'GET' && call.viewer?.isAdmin) await noteAct?.(call.viewer, route, call)
        return answer
      }),
    upload(route, handle) {
      const form = formReader(route, { maxUploadBytes: config.maxUploadBytes, memory })
      mount(route, (request, reply) => {
        const call = callFrom<typeof route>(request, reply)
        return handle(call, form(request, call.viewer?.id ?? ''))
      })
    },
    file: (route, handle, options) =>
      mount(
        route,
        async (request, reply) => {
          const file = await handle(callFrom(request, reply))
          return isMade(file) ? sendMade(request, reply, file) : sendDownload(request, reply, file)
        },
        options,
      ),
    events: (route, handle, { limits } = {}) =>
      mount(route, async (request, reply) => {
        const call = callFrom<typeof route>(request, reply)
        if (limits) await throttle(ports, limits(call))
        const tell = handle(call)
        // What the contract does not name does not leave here either.
        return stream(request, reply, (send) => tell((event) => send(route.reply?.parse(event))))
      }),
    form(route, handle, { limits, back }) {
      app.register(async (scope) => {
        readForms(scope)
        mount(
          route,
          async (request, reply) => {
            const sent = callFrom<typeof route>(request, reply)
            request.backToForm = (refusal) => back(sent, refusal)
            const next = async () => {
              request.viewer = await viewerOf(request.headers)
              const call = callFrom<typeof route>(request, reply)
              if (limits) await throttle(ports, limits(call))
              return handle(call)
            }
            return reply.redirect(await next().catch((fault: unknown) => refused(fault, sent, back)), 303)
          },
          { scope },
        )
      })
      taken.add(route)
    },
    redirect: (route, handle, options) =>
      mount(
        route,
        async (request, reply) => reply.redirect(await handle(callFrom(request, reply)), 302),
        options,
      ),
    raw(route, handle) {
      app.register(async (scope) => {
        unparsed(scope)
        mount(route, (request, reply) => handle(callFrom(request, reply), rawBody(request)), { scope })
      })
      taken.add(route)
    },
    tus({ begin, each }, arrivals) {
      const answer = tusHandler(arrivals, { path: begin.path, maxBytes: config.maxUploadBytes })
      const handle = async (request: FastifyRequest, reply: FastifyReply) =>
        answer(request, reply, callFrom<typeof begin>(request, reply).viewer)
      app.register(async (scope) => {
        inPieces(scope)
        for (const route of [begin, ...each]) mount(route, handle, { scope })
      })
      // How far it has come is asked in tus's own way; the contract has it as the GET of the same address.
      if (each[0]) mount(each[0], handle, { method: 'HEAD' })
      for (const route of [begin, ...each]) taken.add(route)
    },
    leaveOut(...routes) {
      for (const route of routes) taken.add(route)
    },
    answerTheRest() {
      const rest = Object.entries(contract).filter(([, route]) => !taken.has(route))
      for (const [, route] of rest) {
        mount(route, async () => {
          throw new AppError('not_built', 'This is not part of this version yet.')
        })
      }
      return rest.map(([name]) => name)
    },
  }
}

function refused<R extends Route>(fault: unknown, call: Call<R>, back: FormOptions<R>['back']): string {
  if (fault instanceof AppError) return back(call, fault)
  throw fault
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}

/**
 * Anyone may be signed in too, but only pages that say so pay for the look-up. A form looks after its fields are read, so
 * that it can lead back with them when the look-up fails.
 */
function needsViewerFirst(route: Route): boolean {
  if (route.transport === 'form') return false
  return route.access === 'creator' || route.access === 'admin' || route.method !== 'GET'
}

function admit({ access }: Route, viewer: Viewer | undefined): void {
  if (access !== 'creator' && access !== 'admin') return
  if (!viewer) throw new AppError('unauthorized', 'Unauthorized')
  if (access === 'admin' && !viewer.isAdmin) throw new AppError('forbidden', 'Access Denied')
}
