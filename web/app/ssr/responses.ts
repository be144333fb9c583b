import type { DehydratedResponse } from '../../api/query.ts'

export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

export function fetchAll(fetchApi: FetchApi, urls: Array<string>): Promise<Array<DehydratedResponse>> {
  return Promise.all(urls.map(async (url) => ({ url, ...(await fetchApi(url)) })))
}

/** The page's status is that of its first call. A malformed id is 400 in the API and 404 for a page. */
export function pageStatus(primaryResponse: DehydratedResponse | undefined): number {
  if (!primaryResponse) return 200
  return primaryResponse.status === 400 ? 404 : primaryResponse.status
}
