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
import { ApiError } from './api-error.ts'
import { getUser } from './calls.ts'
import { call, send } from './client.ts'
import { freshSignIn } from './fresh-sign-in.ts'
import { keyOf } from './query-client.ts'
import type { Arguments, Call, CallInput, ReplyOf } from './types.ts'

/** `enabled: false` waits; `keeps: true` shows the answer before while another is on its way. */
type ReadInput<R extends Call> = CallInput<R> & { enabled?: boolean; keeps?: boolean }

/** The answer of a GET of the contract: baked into the page by the server, or asked for now. */
export function useRead<R extends Call>(
  route: R,
  ...[input]: Arguments<ReadInput<R>>
): UseQueryResult<ReplyOf<R>, ApiError> {
  return useQuery<ReplyOf<R>, ApiError>({
    queryKey: keyOf(urlOf(route, input)),
    queryFn: ({ signal }) => send<R>(route, { ...input, signal }),
    enabled: input?.enabled ?? true,
    ...(input?.keeps && { placeholderData: keepPreviousData }),
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
}

/** A call that changes something: `mutate({ params, body })`, `isPending`, and `error.fields` for the form. */
export function useSend<R extends Call>(
  route: R,
  { done, failed }: Outcome<R> = {},
): UseMutationResult<ReplyOf<R>, ApiError, CallInput<R>> {
  return useMutation<ReplyOf<R>, ApiError, CallInput<R>>({
    mutationFn: (input) => sendFresh<R>(route, input),
    onSuccess: (reply, input) => done?.(reply, input),
    onError: (error, input) => failed?.(error, input),
  })
}

/** What needs a fresh sign-in asks for it in place, and then goes on by itself. */
async function sendFresh<R extends Call>(route: R, input: CallInput<R>): Promise<ReplyOf<R>> {
  try {
    return await send<R>(route, input)
  } catch (fault) {
    const isStale = fault instanceof ApiError && fault.code === 'fresh_sign_in'
    if (!isStale || !(await freshSignIn())) throw fault
    return send<R>(route, input)
  }
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
