import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Files that are loaded with the entries: dynamic and type imports do not count. */
export function staticClosure(...entries: Array<string>): Array<string> {
  const found = new Set(entries)
  for (const file of found) {
    for (const name of imports(withoutTypeImports(file))) {
      if (/^\..*\.tsx?$/.test(name)) found.add(normalize(join(file, '..', name)))
    }
  }
  return [...found]
}

/** The code without type imports and dynamic imports. */
function withoutTypeImports(file: string): string {
  return code(file)
    .replace(/^(?:import|export) type\s[^'"]*['"][^'"]*['"]/gm, '')
    .replace(/^import \{(?:\s*type \w+,?)+\s*\} from .*$/gm, '')
    .replace(/\bimport\(/g, '(')
}

/** Static, re-exported, dynamic and type imports. */
export function imports(text: string): Array<string> {
  return [fromClauses, sideEffectImports, importCalls].flatMap((form) =>
    [...text.matchAll(form)].map(([, name = '']) => name),
  )
}

const fromClauses = /^(?:import|export)\s[\w\s{},*$]*?\bfrom\s*['"]([^'"]+)['"]/gm
const sideEffectImports = /^import\s*['"]([^'"]+)['"]/gm
const importCalls = /\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g

/** Production code: tests may import anything. */
export function sources(...folders: Array<string>): Array<string> {
  return folders.flatMap(files).filter((file) => !/\.test\.tsx?$/.test(file))
}

/** Code and stylesheets in a folder, as paths from the project's folder. */
export function files(folder: string): Array<string> {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** The text of a file. */
export function code(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
