import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortLicenseOf } from '../notices.mjs'
import { root } from '../process.mjs'
import { nativeParts } from './native-parts.mjs'

/** npm's list of all packages is about a megabyte. */
const maxNpmOutputBytes = 64 * 1024 * 1024

/**
 * The software bill of materials of the archive in CycloneDX's JSON: the packages that are installed or in a bundle,
 * with their hashes from the lock file, and the programs and libraries inside of them. Needs npm, but no network.
 */
export function billOfMaterials({ name, version }) {
  const shipped = new Set(JSON.parse(readFileSync(join(root, 'dist/packages.json'), 'utf8')))
  const bom = JSON.parse(
    // What building needs is in the bundles, also where NODE_ENV=production would leave it out.
    execFileSync(
      'npm',
      ['sbom', '--package-lock-only', '--include=dev', '--sbom-format=cyclonedx', '--loglevel=error'],
      { cwd: root, encoding: 'utf8', maxBuffer: maxNpmOutputBytes },
    ),
  )
  const components = bom.components.filter((component) => shipped.has(idOf(component)))
  const missing = [...shipped].filter((id) => !components.some((component) => idOf(component) === id))
  if (missing.length > 0) throw new Error(`The lock file lacks packages of the build: ${missing.join(', ')}`)

  const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      lifecycles: [{ phase: 'build' }],
      component: { ...bom.metadata.component, type: 'application', name, version },
    },
    components: [...components.map(asShipped), ...nativeParts()],
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  }
}

function idOf({ name, version }) {
  return `${name}@${version}`
}

/**
 * npm calls a package optional that only building needs. In the archive it is part of a bundle. A manifest without a
 * license is completed from the package's license text.
 */
function asShipped({ properties: _, ...component }) {
  const id = component.licenses?.length ? undefined : shortLicenseOf(component.name)
  return { ...component, scope: 'required', ...(id && { licenses: [{ license: { id } }] }) }
}
