/** The maximum rounds of percent-decoding. Our links have fewer; deeper encoding is rejected. */
const maxDecodings = 8

/**
 * A redirect target on this site: the path unchanged, or `/` for anything that a browser or a proxy could read as another
 * origin. The path is checked after dot segments are resolved, and again after each round of percent-decoding, because
 * `/.//host` and `/%2e//host` both resolve to `//host`. Query and fragment are not checked, because they cannot change
 * the origin. `domain` is compiled without the URL class, so this is our own code; the test compares it with URL.
 */
export function safeReturnPath(target: string | null | undefined): string {
  if (!target?.startsWith('/') || /[\\\p{Cc}\p{Cs}]/u.test(target)) return '/'
  const [path = ''] = target.split(/[?#]/, 1)
  return decodedForms(path)?.every(isOnThisSite) ? target : '/'
}

/** The path, and the result of each round of decoding; undefined for malformed or too deep encoding. */
function decodedForms(path: string): Array<string> | undefined {
  const forms = [path]
  for (let current = path; forms.length <= maxDecodings; forms.push(current)) {
    const decoded = decodeOnce(current)
    if (decoded === undefined) return undefined
    if (decoded === current) return forms
    current = decoded
  }
  return undefined
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function isOnThisSite(path: string): boolean {
  return !/[\\\p{Cc}]/u.test(path) && !path.startsWith('//') && !withoutDotSegments(path).startsWith('//')
}

/** Resolves `.` and `..`, also percent-encoded, as the WHATWG URL parser does. */
function withoutDotSegments(path: string): string {
  const segments = path.split('/').slice(1)
  const resolved: Array<string> = []
  for (const [index, segment] of segments.entries()) {
    const isDouble = /^(?:\.|%2e){2}$/i.test(segment)
    const isSingle = /^(?:\.|%2e)$/i.test(segment)
    if (isDouble) resolved.pop()
    if (!isDouble && !isSingle) resolved.push(segment)
    else if (index === segments.length - 1) resolved.push('')
  }
  return `/${resolved.join('/')}`
}
