import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this build, such as `1.1.0`: that of the package.json above `dist`, or of the clone. */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'))
  return String(version)
}
