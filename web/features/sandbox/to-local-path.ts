import { safeReturnPath } from '../../../domain/return-path.ts'

/** The path of a URL of this site, absolute or not; of a URL of another site, only the path is used. */
export function toLocalPath(address: string): string {
  const url = URL.parse(address, 'http://here.invalid')
  return safeReturnPath(url ? url.pathname + url.search + url.hash : '/')
}
