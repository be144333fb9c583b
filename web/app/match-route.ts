import { parse as parseSegments } from 'regexparam'
import type { PageLocation, PageRoute } from './routes/page-route.ts'

export type RouteMatch = { entry: PageRoute; location: PageLocation }

type ParsedPattern = { keys: Array<string>; pattern: RegExp }

/** Every request is matched with all patterns, so each is parsed once. */
const parsedPatterns = new Map<string, ParsedPattern>()

/** Also wouter's parser, so that both match alike. Its default parser ignores case. */
export function parsePattern(path: string, loose?: boolean): ParsedPattern {
  const key = loose ? `${path}*` : path
  const parsed = parsedPatterns.get(key) ?? parse(path, loose)
  parsedPatterns.set(key, parsed)
  return parsed
}

function parse(path: string, loose?: boolean): ParsedPattern {
  // regexparam takes only whole segments as parameters; `/@:handle` has an `@` before its parameter.
  const { keys, pattern } = parseSegments(path.replace('/@:', '/:'), loose)
  const source = path.startsWith('/@:') ? pattern.source.replace('^\\/', '^\\/@') : pattern.source
  return { keys, pattern: new RegExp(source) }
}

/** The first entry whose path matches, with its parameters. `url` is path and query. */
export function match(entries: ReadonlyArray<PageRoute>, url: string): RouteMatch | undefined {
  const [path = '/', search = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? []
  for (const entry of entries) {
    const { keys, pattern } = parsePattern(entry.path)
    const groups = pattern.exec(path)
    if (!groups) continue
    const params = Object.fromEntries(keys.map((key, index) => [key, decodeSegment(groups[index + 1] ?? '')]))
    return { entry, location: { path, params, query: new URLSearchParams(search) } }
  }
  return undefined
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
