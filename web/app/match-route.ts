import type { PageLocation, PageRoute } from './routes/page-route.ts'

export type RouteMatch = { entry: PageRoute; place: PageLocation }

/** The first entry whose path matches, with its parameters. `url` is path and query. */
export function match(entries: ReadonlyArray<PageRoute>, url: string): RouteMatch | undefined {
  const [path = '/', search = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? []
  for (const entry of entries) {
    const params = matchPath(entry.path, path)
    if (params) return { entry, place: { path, params, query: new URLSearchParams(search) } }
  }
  return undefined
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = splitPath(pattern)
  const pathParts = splitPath(path)
  if (patternParts.length !== pathParts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, patternPart] of patternParts.entries()) {
    const pathPart = decodeSegment(pathParts[index] ?? '')
    if (patternPart.startsWith(':') && pathPart) params[patternPart.slice(1)] = pathPart
    else if (patternPart !== pathPart) return undefined
  }
  return params
}

/** `/p/1/` equals `/p/1`. */
function splitPath(path: string): Array<string> {
  return path.replace(/\/$/, '').split('/')
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
