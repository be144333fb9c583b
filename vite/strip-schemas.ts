import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'

const route =
  /^export const (\w+) = defineRoute\(\{\n {2}method: ('\w+'),\n {2}path: ('[^']+'),\n[\s\S]*?^\}\)$/gm

/**
 * Keeps zod out of pages that only call routes. In the browsers' bundle a file of the contract is two modules: its routes,
 * each with method and path only, with its plain values (`?plain`), and its schemas (`?schemas`), which a page loads when it
 * uses one of them. A form imports its schema by name, because `route.body` is not there. Schemas that nothing uses are
 * left out. The server and the tests use the files as they are.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(_, id) {
      const [file = '', query] = id.split('?')
      if (!/\/contract\/[\w-]+\.ts$/.test(file)) return
      const split = splitFile(file)
      const { plain, schemas } = split
      const part = (name: string) => JSON.stringify(`${file}?${name}`)
      if (query === 'plain')
        return [
          ...importsOf(split, plain),
          // The schemas of the file use its private values too.
          ...plain.map(({ code }) => (code.startsWith('export ') ? code : `export ${code}`)),
        ].join('\n')
      if (query === 'schemas')
        return [
          ...importsOf(split, schemas),
          `import { ${plain.flatMap(({ names }) => names).join(', ')} } from ${part('plain')}`,
          ...schemas.map(({ code }) => code.replace(/\bz(?=\.\w+\()/g, '/* @__PURE__ */ z')),
        ].join('\n')
      return `export * from ${part('plain')}\nexport * from ${part('schemas')}`
    },
  }
}

type Part = { code: string; names: Array<string>; uses: Set<string> }
type Parts = Record<'imports' | 'plain' | 'schemas', Array<Part>>

const parts = new Map<string, Parts>()

/**
 * The statements of a file, with the names that each declares or imports. A value belongs to the schemas when it uses zod,
 * or another value that does, of this or another file. Types are left out.
 */
function splitFile(file: string): Parts {
  const known = parts.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8').replace(
    route,
    (_, name, method, path) => `export const ${name} = { method: ${method}, path: ${path} }`,
  )
  if (code.includes('= defineRoute('))
    throw new Error(`${file}: the first lines of a route are its method and path`)
  const imports: Array<Part> = []
  const values: Array<Part> = []
  const ofSchemas = new Set<string>()
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    const text = code.slice(statement.start, statement.end)
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.map(({ local }) => local.name)
      imports.push({ code: text, names, uses: new Set() })
      for (const name of names) if (isOfSchemas(file, statement.source.value, name)) ofSchemas.add(name)
      continue
    }
    const names = declaredNames(statement)
    if (names.length > 0) values.push({ code: text, names, uses: usedNames(statement) })
  }
  const usesSchemas = ({ uses }: Part) => [...uses].some((name) => ofSchemas.has(name))
  for (let size = -1; size < ofSchemas.size; ) {
    size = ofSchemas.size
    for (const value of values) if (usesSchemas(value)) for (const name of value.names) ofSchemas.add(name)
  }
  const isPlain = (value: Part) => !usesSchemas(value)
  const exported = values.filter((value) => isPlain(value) && value.code.startsWith('export '))
  const plain = new Set(exported)
  // Of the private values, only those that a plain one uses. A set also goes through what is added meanwhile.
  for (const { uses } of plain)
    for (const value of values)
      if (isPlain(value) && value.names.some((name) => uses.has(name))) plain.add(value)
  const split: Parts = {
    imports,
    plain: values.filter((value) => plain.has(value)),
    schemas: values.filter((value) => !plain.has(value)),
  }
  parts.set(file, split)
  return split
}

/** Imports of the contract keep their names. */
function isOfSchemas(file: string, source: string, name: string): boolean {
  if (source === 'zod/mini') return true
  if (!source.startsWith('./')) return false
  return splitFile(join(dirname(file), source)).schemas.some(({ names }) => names.includes(name))
}

/** The values that a statement of the contract declares: constants, also by patterns without new names, and functions. */
function declaredNames(statement: ESTree.Statement): Array<string> {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration') return declaration.id ? [declaration.id.name] : []
  if (declaration?.type !== 'VariableDeclaration' || declaration.declare) return []
  return declaration.declarations.flatMap(({ id }) =>
    id.type === 'Identifier' ? [id.name] : [...usedNames(id)],
  )
}

/** The names of values in a statement, without those of properties and types. */
function usedNames(node: unknown): Set<string> {
  if (Array.isArray(node)) return new Set(node.flatMap((each) => [...usedNames(each)]))
  if (typeof node !== 'object' || node === null || !('type' in node)) return new Set()
  const { type, ...fields } = node as {
    type: string
    name?: string
    computed?: boolean
    shorthand?: boolean
    [key: string]: unknown
  }
  if (type === 'Identifier') return new Set([fields.name ?? ''])
  if (type.startsWith('TSType')) return new Set()
  if (type === 'MemberExpression' && !fields.computed) return usedNames(fields.object)
  if (type === 'Property' && !fields.computed) return usedNames(fields.value)
  return usedNames(Object.values(fields))
}

/** The imports that the statements use. */
function importsOf({ imports }: Parts, used: Array<Part>): Array<string> {
  const names = new Set(used.flatMap(({ uses }) => [...uses]))
  return imports.filter((each) => each.names.some((name) => names.has(name))).map(({ code }) => code)
}
