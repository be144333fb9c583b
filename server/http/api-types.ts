import type { Route } from '../../contract/route.ts'
import type { AppError } from '../../domain/errors.ts'
import type { FileResponse, StreamedFile } from './file-response.ts'
import type { FormPart } from './multipart.ts'
import type { RateLimit } from './rate-limit.ts'
import type { ReplyOf, RequestContext, Viewer } from './request-context.ts'
import type { Subscribe } from './server-sent-events.ts'
import type { UploadService } from './tus.ts'

/** `limits` returns the rate limits of a request; they are counted before anything else is done. */
export type Options<R extends Route> = { limits?: (call: RequestContext<R>) => Array<RateLimit> }
/** `onError` returns the page that shows the error. */
export type FormOptions<R extends Route> = Options<R> & {
  onError: (call: RequestContext<R>, refusal: AppError) => string
}

/**
 * `failsWithPage`: browsers get errors as the page that the web has for this path. `signsInTo`: a signed-out browser is
 * redirected to the sign-in page, which returns to this path.
 */
export type AddressOptions = { failsWithPage?: boolean; signsInTo?: string }
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
