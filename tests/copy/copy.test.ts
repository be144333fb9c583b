import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extractCopy } from './extract-copy.ts'
import { exempt, findCopyProblems, type SourceText } from './voice.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['contract', 'domain', 'scripts', 'server', 'web']

/** Files of tests, and files whose texts are code or data. */
const excluded = [
  /\.(contract-)?test\.tsx?$/,
  /^server\/ports\/payment-provider-(suite|contract-tests)\//,
  /^server\/db\/migrations\//,
  /^server\/features\/(settings\/export-tables|ledger\/seal-postings)\.ts$/,
  /^server\/adapters\/(documents\/(fonts|share-image-layout)|postgres\/supervisor)\.ts$/,
  /^server\/http\/(content-security-policy|file-response)\.ts$/,
  /^server\/seed\/(demo-files|pro-subscription|views)\.ts$/,
  /^domain\/(cover|email-suggestion)\.ts$/,
  /^web\/ui\/class-groups\.ts$/,
  /^web\/app\/ssr\/(assets|theme-script)\.ts$/,
  /^web\/payments\/stripe\/appearance\.ts$/,
]

const texts = folders.map((folder) => ({ folder, texts: textsOf(folder) }))

test.each(texts)(
  'the list of $folder has every text of its source; vitest run --project unit tests/copy -u updates it',
  async (list) => {
    await expect(toList(list.texts)).toMatchFileSnapshot(`./${list.folder}.txt`)
  },
)

test('every text follows the voice of the product, except the exempt ones', () => {
  expect(texts.flatMap((list) => list.texts.flatMap(findCopyProblems))).toEqual([])
})

test('no text has the minimum payout of one currency', () => {
  const all = texts.flatMap((list) => list.texts)

  expect(all.filter(({ text }) => /[$€£]\s?25(?!\d)/.test(text))).toEqual([])
})

test('every exempt text is still in use', () => {
  const all = new Set(texts.flatMap((list) => list.texts.map(({ text }) => text)))

  expect([...exempt].filter((text) => !all.has(text))).toEqual([])
})

function textsOf(folder: string): Array<SourceText> {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !excluded.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap((file) =>
      extractCopy(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
    )
}

/** Each file with its texts, so that a changed sentence is one changed line. */
function toList(all: Array<SourceText>): string {
  const files = [...new Set(all.map(({ file }) => file))]
  const linesOf = (name: string) => all.filter(({ file }) => file === name).map(({ text }) => `  ${text}`)
  return `${files.map((file) => [file, ...linesOf(file)].join('\n')).join('\n\n')}\n`
}
