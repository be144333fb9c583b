import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractCopy } from './extract-copy.ts'
import type { SourceText } from './voice.ts'

const root = join(import.meta.dirname, '../..')
export const folders = ['contract', 'domain', 'scripts', 'server', 'web']

/** Files of tests, and files whose texts are code or data. */
const excluded = [
  /\.(contract-)?test\.tsx?$/,
  /^server\/db\/migrations\//,
  /^server\/adapters\/(documents\/fonts|postgres\/supervisor)\.ts$/,
  /^server\/http\/(content-security-policy|file-response)\.ts$/,
  /^server\/seed\/demo-files\.ts$/,
  /^domain\/email-suggestion\.ts$/,
  /^web\/app\/ssr\/assets\.ts$/,
]

/** Every text of a folder's sources that a person reads, with its file. */
export function textsOf(folder: string): Array<SourceText> {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !excluded.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap((file) =>
      extractCopy(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
    )
}
