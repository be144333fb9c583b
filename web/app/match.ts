import type { Entry, Place } from './page.ts'

export type Match = { entry: Entry; place: Place }

/** The first entry whose path fits, with its parts read. `url` is path and query. */
export function match(entries: ReadonlyArray<Entry>, url: string): Match | undefined {
  const [path = '/', search = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? []
  for (const entry of entries) {
    const params = paramsIn(entry.path, path)
    if (params) return { entry, place: { path, params, query: new URLSearchParams(search) } }
  }
  return undefined
}

function paramsIn(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = parts(pattern)
  const given = parts(path)
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const have = decoded(given[index] ?? '')
    if (want.startsWith(':') && have) params[want.slice(1)] = have
    else if (want !== have) return undefined
  }
  return params
}

/** `/p/1/` is `/p/1`. */
function parts(path: string): Array<string> {
  return path.replace(/\/$/, '').split('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
