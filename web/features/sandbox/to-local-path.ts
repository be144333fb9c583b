import { safeReturnPath } from '../../../domain/return-path.ts'

/** An address of ours as a path, whether it was written whole or not; of another site only the path is kept. */
export function toLocalPath(address: string): string {
  const url = URL.parse(address, 'http://here.invalid')
  return safeReturnPath(url ? url.pathname + url.search + url.hash : '/')
}
