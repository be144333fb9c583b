/** The referrer's host, never its path. Empty without a referrer. */
export function referrerHost(): string {
  return URL.canParse(document.referrer) ? new URL(document.referrer).host : ''
}
