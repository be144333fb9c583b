import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { User } from '../../contract/accounts.ts'
import { urlOf } from '../../contract/route.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { getUser } from './calls.ts'
import { call, send } from './client.ts'
import { freshSignIn, withSignIn } from './fresh-sign-in.ts'
import { keyOf } from './query-client.ts'
import type { Arguments, Call, CallInput, ReplyOf } from './types.ts'

/** `enabled: false` waits; `keeps: true` shows the answer before while another is on its way. */
type ReadInput<R extends Call> = CallInput<R> & { enabled?: boolean; keeps?: boolean }

/** The answer of a GET of the contract: baked into the page by the server, or asked for now. */
export function useRead<R extends Call>(
  route: R,
  ...[input]: Arguments<ReadInput<R>>
): UseQueryResult<ReplyOf<R>, ApiError> {
  const read = useQuery<ReplyOf<R>, ApiError>({
    queryKey: keyOf(urlOf(route, input)),
    queryFn: ({ signal }) => send<R>(route, { ...input, signal }),
    enabled: input?.enabled ?? true,
    ...(input?.keeps && { placeholderData: keepPreviousData }),
  })
  return signsInToRetry(read)
}

/** The same read; trying again after the session has ended asks for a sign-in first. */
function signsInToRetry<T>(read: UseQueryResult<T, ApiError>): UseQueryResult<T, ApiError> {
  const refetch: typeof read.refetch = async (options) => {
    if (isSignedOut(read.error)) await freshSignIn('ended')
    return read.refetch(options)
  }
  // A copy would read every part, and the library renders again only for the parts that were read.
  return new Proxy(read, {
    get: (target, part) => (part === 'refetch' ? refetch : Reflect.get(target, part)),
  })
}

/** Who is looking; `data` is null for somebody who is not signed in. */
export function useViewer({ enabled = true } = {}): UseQueryResult<User | null, ApiError> {
  return useQuery<User | null, ApiError>({
    queryKey: keyOf(urlOf(getUser)),
    queryFn: () =>
      call(getUser).catch((fault: unknown) => {
        if (fault instanceof ApiError && fault.status === 401) return null
        throw fault
      }),
    enabled,
  })
}

type Outcome<R extends Call> = {
  done?: (reply: ReplyOf<R>, input: CallInput<R>) => void
  failed?: (error: ApiError, input: CallInput<R>) => void
  /** `ask` for it on this page and then go on, or fail and let the caller leave for the sign-in page. */
  whenSignedOut?: 'ask' | 'fail'
}

/** A call that changes something: `mutate({ params, body })`, `isPending`, and `error.fields` for the form. */
export function useSend<R extends Call>(
  route: R,
  { done, failed, whenSignedOut = 'ask' }: Outcome<R> = {},
): UseMutationResult<ReplyOf<R>, ApiError, CallInput<R>> {
  return useMutation<ReplyOf<R>, ApiError, CallInput<R>>({
    mutationFn: (input) => {
      const work = () => send<R>(route, input)
      return whenSignedOut === 'ask' ? withSignIn(work) : work()
    },
    onSuccess: (reply, input) => done?.(reply, input),
    onError: (error, input) => failed?.(error, input),
  })
}

/** Shows what a change answered as the answer of a read: `show(sessions)`. */
export function useShow<R extends Call>(route: R): (reply: ReplyOf<R>) => void {
  const client = useQueryClient()
  return (reply) => void client.setQueryData(keyOf(urlOf(route)), reply)
}

/** Asks again for everything under these calls' addresses: `refresh(listContent, getStats)`. */
export function useRefresh(): (...routes: Array<Pick<Call, 'path'>>) => Promise<void> {
  const client = useQueryClient()
  return async (...routes) => {
    const paths = routes.map(({ path }) => path.replace(/\/:.*$/, ''))
    await client.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => isUnder(path, queryKey.join('/'))),
    })
  }
}

/** The address itself, with another query, or further down. */
function isUnder(path: string, address: string): boolean {
  return address.startsWith(path) && /^[/?]|^$/.test(address.slice(path.length))
}
