import type { Route } from '../../contract/route.ts'

/** What the server library checks of a request and of its answer. */
export function toFastifySchema(route: Route) {
  return {
    summary: route.summary,
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && (route.transport === 'json' || route.transport === 'form') && { body: route.body }),
    // Not looked at by the server library: only the document reads it.
    ...(route.transport === 'upload' && { streams: { body: route.body, files: route.files ?? {} } }),
    ...(route.transport === 'tus' && { streams: 'tus' }),
    ...(route.response && { response: { 200: route.response } }),
  }
}
