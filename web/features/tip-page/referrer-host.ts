/** The host of the page that led here; never its path. Empty when the browser does not say. */
export function referrerHost(): string {
  return URL.canParse(document.referrer) ? new URL(document.referrer).host : ''
}
