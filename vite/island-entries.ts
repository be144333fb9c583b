import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const suffix = '?hydrate'

/** A module for each island, which hydrates it. A page names it as the island's source. */
export const islandEntries = globSync('web/features/**/*.island.{ts,tsx}').map((file) => file + suffix)

/** Writes those modules: `NAME.island.tsx?hydrate` hydrates the definition that `NAME.island.tsx` exports. */
export function hydrateIslands(): Plugin {
  return {
    name: 'hydrate-islands',
    load(id) {
      if (!id.endsWith(suffix)) return
      const file = id.slice(0, -suffix.length)
      const name = /^export const (\w+): IslandDefinition</m.exec(readFileSync(file, 'utf8'))?.[1]
      if (name === undefined) throw new Error(`${file} exports no IslandDefinition`)
      const hydrate = file.replace(/\/web\/features\/.*/, '/web/hydration/hydrate-island.tsx')
      return `import { hydrateIsland } from '${hydrate}'\nimport { ${name} } from '${file}'\nhydrateIsland(${name})`
    },
  }
}
