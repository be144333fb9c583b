import type { Plugin } from 'vite'

const route =
  /^export const (\w+) = defineRoute\(\{\n {2}method: ('\w+'),\n {2}path: ('[^']+'),\n[\s\S]*?^\}\)$/gm

/**
 * Keeps zod out of pages that only call routes. In the browsers' bundle a file of the contract is two modules: its routes,
 * each with method and path only, and everything else (`?schemas`), which a page loads when it uses something of it. A form
 * imports its schema by name, because `route.body` is not there. Schemas that nothing uses are left out. The server and the
 * tests use the files as they are.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const [file = '', query] = id.split('?')
      if (!/\/contract\/[\w-]+\.ts$/.test(file)) return
      const rest = code.replace(route, '').replace(/\bz(?=\.\w+\()/g, '/* @__PURE__ */ z')
      if (rest.includes('= defineRoute('))
        throw new Error(`${file}: the first lines of a route are its method and path`)
      const routes = [...code.matchAll(route)].map(
        ([, name, method, path]) => `export const ${name} = { method: ${method}, path: ${path} }`,
      )
      if (query === 'schemas' || routes.length === 0) return rest
      return [...routes, `export * from ${JSON.stringify(`${file}?schemas`)}`].join('\n')
    },
  }
}
