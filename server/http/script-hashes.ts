import { createHash } from 'node:crypto'

/**
 * The page without its nonce, and the CSP sources of the inline scripts that carried it. A page that many people share
 * would give all of them the same nonce, which then is no secret; a hash need not be one. Only scripts with the nonce are
 * hashed: text that somebody slipped into the page cannot know it.
 */
export function withScriptHashes(html: string, nonce: string): { html: string; sources: Array<string> } {
  const sources = new Set<string>()
  const own = new RegExp(`<script([^>]*) nonce="${nonce.replace(/\W/g, '\\$&')}"([^>]*)>(.*?)</script>`, 'gs')
  const plain = html.replace(own, (_, before: string, after: string, code: string) => {
    // What is loaded from an address of ours is allowed by its address.
    if (code !== '') sources.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    return `<script${before}${after}>${code}</script>`
  })
  return { html: plain, sources: [...sources] }
}
