/**
 * For every email that its reader did not cause: mail programs show a button, which posts to the URL (RFC 8058). The
 * route is an `api.oneClick`, and opens in a browser too.
 */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
