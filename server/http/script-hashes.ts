import { createHash } from 'node:crypto'

/**
 * Removes the nonce from the page and returns the CSP hashes of its inline scripts. All visitors of a shared page
 * would get the same nonce, which is no secret then; a hash need not be secret. Only scripts with the nonce are
 * hashed, because injected text cannot know it.
 */
export function withScriptHashes(html: string, nonce: string): { html: string; sources: Array<string> } {
  const sources = new Set<string>()
  const scriptWithNonce = new RegExp(
    `<script([^>]*) nonce="${nonce.replace(/\W/g, '\\$&')}"([^>]*)>(.*?)</script>`,
    'gs',
  )
  const htmlWithoutNonce = html.replace(scriptWithNonce, (_, before: string, after: string, code: string) => {
    // Scripts with a URL are allowed by that URL.
    if (code !== '') sources.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    return `<script${before}${after}>${code}</script>`
  })
  return { html: htmlWithoutNonce, sources: [...sources] }
}
