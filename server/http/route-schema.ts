import type { Route } from '../../contract/route.ts'

/** The schemas that Fastify validates requests and responses with. */
export function toFastifySchema(route: Route) {
  return {
    summary: route.summary,
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body &&
      (route.transport === 'json' || route.transport === 'urlencoded') && { body: route.body }),
    // Ignored by Fastify; only the OpenAPI document reads it.
    ...(route.transport === 'multipart' && { streams: { body: route.body, files: route.files ?? {} } }),
    ...(route.transport === 'tus' && { streams: 'tus' }),
    ...(route.response && { response: { 200: route.response } }),
  }
}
