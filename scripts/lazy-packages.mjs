import { readFile } from 'node:fs/promises'

/**
 * Packages that a start does not need: a dependency imports them for what few requests use, or for what we don't use. With
 * what the dependency uses of them.
 */
const lazyPackages = {
  // Passkeys.
  '@simplewebauthn/server': {
    asyncFunctions: [
      'generateAuthenticationOptions',
      'generateRegistrationOptions',
      'verifyAuthenticationResponse',
      'verifyRegistrationResponse',
    ],
  },
  // Schedules of pg-boss.
  'cron-parser': { values: ['CronExpressionParser'] },
  'rrule-temporal': { values: ['RRuleTemporal'] },
  // OpenAPI as YAML.
  yaml: { values: ['parse', 'stringify'] },
  // Routes of @fastify/static for the files of a folder.
  glob: { values: ['glob'] },
}

/**
 * Loads these packages when they are used for the first time. The build fails when an importer wants something that is not
 * listed.
 */
const lazyPackagesPlugin = {
  name: 'lazy-packages',
  setup(build) {
    const names = Object.keys(lazyPackages).join('|')
    build.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ path, namespace, resolveDir }) =>
      namespace === 'lazy' ? undefined : { path, namespace: 'lazy', pluginData: { resolveDir } },
    )
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path, pluginData }) => ({
      contents: lazyModule(path, lazyPackages[path]),
      resolveDir: pluginData.resolveDir,
    }))
  },
}

/** Async functions are in a file of their own. Other values must be there at once, so their package is in the same file. */
function lazyModule(path, { asyncFunctions = [], values = [] }) {
  const name = JSON.stringify(path)
  return [
    ...asyncFunctions.map(
      (of) => `export const ${of} = async (...given) => (await import(${name})).${of}(...given)`,
    ),
    ...values.map(
      (of) => `export const ${of} = new Proxy(function () {}, {
        get: (_, key) => Reflect.get(require(${name}).${of}, key),
        apply: (_, self, given) => Reflect.apply(require(${name}).${of}, self, given),
        construct: (_, given) => Reflect.construct(require(${name}).${of}, given),
      })`,
    ),
  ].join('\n')
}

/**
 * `import` of node:http reads all of its exports. Those of undici, such as WebSocket, take 50 ms to load. `require` doesn't
 * read them.
 */
const requireHttpPlugin = {
  name: 'require-http',
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ namespace }) =>
      namespace === 'http' ? { path: 'node:http', external: true } : { path: 'node:http', namespace: 'http' },
    )
    build.onLoad({ filter: /.*/, namespace: 'http' }, () => ({
      contents: 'module.exports=require("node:http")',
    }))
  },
}

const compiledPrefixMatch = /return new Function\('path', 'i', .*/

/**
 * Fastify's router compiles a function for each part of a path, and again when a later route divides the part. A
 * comparison is as fast to run and takes no time to create.
 */
const routerPlugin = {
  name: 'router',
  setup(build) {
    build.onLoad({ filter: /[\\/]find-my-way[\\/]lib[\\/]node\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!compiledPrefixMatch.test(text)) throw new Error(`${path} has no function to replace`)
      return { contents: text.replace(compiledPrefixMatch, 'return (path, i) => path.startsWith(prefix, i)') }
    })
  },
}

/** esbuild plugins that shorten the start of the server. */
export const startupPlugins = [lazyPackagesPlugin, requireHttpPlugin, routerPlugin]
