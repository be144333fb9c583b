import type { z } from 'zod'
import type { Route } from '../../contract/route.ts'

/** A call as the browser makes it. A whole one of the contract is such, and so is one by name alone. */
export type ApiRoute = Pick<Route, 'method' | 'path' | 'params' | 'query' | 'body' | 'response'>
type SchemaKey = 'params' | 'query' | 'body' | 'response'

/** A call of the contract by name alone: the compiler knows its schemas, the page does not carry them. */
export type RouteRef<R extends Route> = Pick<R, 'method' | 'path'> & {
  [K in Extract<keyof R, SchemaKey>]?: R[K]
}

/** What a call answers: its reply's shape, or the bytes of a file. */
export type ResponseOf<R extends ApiRoute> = R extends { response?: infer S }
  ? NonNullable<S> extends z.ZodType
    ? z.output<NonNullable<S>>
    : Blob
  : Blob

/** Enough to send a call. */
export type Endpoint<R extends ApiRoute> = { method: R['method']; path: R['path'] }

// An object with nothing that must be given may be left out altogether.
type OptionalWhenEmpty<K extends string, T> = object extends T ? { [P in K]?: T } : { [P in K]: T }
type InputPart<R extends ApiRoute, K extends 'params' | 'query' | 'body'> = R extends { [P in K]?: infer S }
  ? NonNullable<S> extends z.ZodType
    ? OptionalWhenEmpty<K, z.input<NonNullable<S>>>
    : { [P in K]?: undefined }
  : { [P in K]?: undefined }

export type RequestInput<R extends ApiRoute> = InputPart<R, 'params'> &
  InputPart<R, 'query'> &
  InputPart<R, 'body'> & { headers?: Record<string, string>; signal?: AbortSignal }

/** The arguments after the route: none are needed when the call takes nothing. */
export type RequestArguments<I> = object extends I ? [input?: I] : [input: I]
