import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** One answer of the API as the server read it for a page: the call's address, its status and its body. */
export type DehydratedResponse = { url: string; status: number; body: unknown }

const gcTimeMs = 5 * 60_000

/** Never stale, never retried, never asked again behind a person's back (spec.md sections 7 and 9). */
export function createQueryClient(responses: ReadonlyArray<DehydratedResponse> = []): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: gcTimeMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const answer of responses) seedQuery(client, answer)
  return client
}

/** The parts of a call's address; joined with `/` they are the address again. */
export function queryKeyFor(url: string): Array<string> {
  return url.split('/')
}

/** Puts an answer where the hooks look. A refusal is an answer too: a page that is missing renders as missing. */
function seedQuery(client: QueryClient, { url, status, body }: DehydratedResponse): void {
  const queryKey = queryKeyFor(url)
  if (status < 300) return void client.setQueryData(queryKey, body)
  if (isAnonymousUser(url, status)) return void client.setQueryData(queryKey, null)
  const query = client.getQueryCache().build(client, { queryKey })
  query.setState({
    status: 'error',
    fetchStatus: 'idle',
    error: new ApiError(status, '', JSON.stringify(body)),
    errorUpdateCount: 1,
  })
}

/** Nobody signed in is not a failure: the viewer is null (see useViewer). */
function isAnonymousUser(url: string, status: number): boolean {
  return url === '/api/auth/user' && status === 401
}
