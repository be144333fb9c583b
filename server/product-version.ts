import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of this build, such as `1.1.0+3f2a9c01d4`: that of the package.json above `dist`, and the commit that it was
 * built from. Run from the sources it has no commit.
 */
export function productVersion(folder: string = import.meta.dirname): string {
  const { version } = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8'))
  const build = readBuild(folder)
  return build === undefined ? String(version) : `${version}+${build}`
}

/** `scripts/build.mjs` writes it. */
function readBuild(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'build'), 'utf8')
  } catch {
    return undefined
  }
}
