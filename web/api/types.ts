import type * as z from 'zod/mini'
import type { Route, Schema } from '../../contract/route.ts'

/** A route as the browser uses it. Its schemas are there for the compiler only (vite/strip-schemas.ts). */
export type ApiRoute = Pick<Route, 'method' | 'path' | 'params' | 'query' | 'body' | 'response'>

/** The type of a route's response: its body, or a Blob. */
export type ResponseOf<R extends ApiRoute> = R extends { response?: infer S }
  ? NonNullable<S> extends Schema
    ? z.output<NonNullable<S>>
    : Blob
  : Blob

export type Endpoint<R extends ApiRoute> = { method: R['method']; path: R['path'] }

// An input object without required properties is optional.
type OptionalWhenEmpty<K extends string, T> = object extends T ? { [P in K]?: T } : { [P in K]: T }
type InputPart<R extends ApiRoute, K extends 'params' | 'query' | 'body'> = R extends { [P in K]?: infer S }
  ? NonNullable<S> extends Schema
    ? OptionalWhenEmpty<K, z.input<NonNullable<S>>>
    : { [P in K]?: undefined }
  : { [P in K]?: undefined }

export type RequestInput<R extends ApiRoute> = InputPart<R, 'params'> &
  InputPart<R, 'query'> &
  InputPart<R, 'body'> & { headers?: Record<string, string>; signal?: AbortSignal }

/** The arguments after the route: none when the route takes no input. */
export type RequestArguments<I> = object extends I ? [input?: I] : [input: I]

/** The prefetched response of a route; undefined when it failed or was not requested. */
export type CacheReader = <R extends ApiRoute>(
  route: R,
  ...input: RequestArguments<RequestInput<R>>
) => ResponseOf<R> | undefined
