/** A place on this site to go on to, or `/`. Anything that a browser could read as another site is `/`. */
export function safePath(text: string | null | undefined): string {
  if (!text?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(text)) return '/'
  try {
    const here = 'http://here.invalid'
    const url = new URL(text, here)
    return url.origin === here ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
