import { createRequire } from 'node:module'

const canvasPackage = '@napi-rs/canvas/package.json'

/** Whether the native canvas of this system is installed. npm installs the one that fits, where there is one. */
export function canLoadCanvas(): boolean {
  try {
    const resolver = createRequire(import.meta.url)
    const { optionalDependencies } = resolver(canvasPackage) as { optionalDependencies: object }
    const ofCanvas = createRequire(resolver.resolve(canvasPackage))
    return Object.keys(optionalDependencies).some((name) => isInstalled(ofCanvas, name))
  } catch {
    return false
  }
}

function isInstalled(resolver: NodeJS.Require, name: string): boolean {
  try {
    return resolver.resolve(name) !== ''
  } catch {
    return false
  }
}
