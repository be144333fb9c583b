import { cleanLinkUrl } from '../../domain/link-url.ts'

/** A link as people type it, `example.com/a` or `https://example.com/a`. Undefined when it is not a web address. */
export function parseTypedLink(typed: string): string | undefined {
  const text = cleanLinkUrl(typed)
  const link = cleanLinkUrl(
    /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^:/]+:\d+/.test(text) ? text : `https://${text}`,
  )
  if (!/^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}([/?#]|$)|^https?:\/\/(localhost|[^\s/?#]+:\d+)/i.test(link))
    return undefined
  return URL.canParse(link) ? link : undefined
}
