import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const decisions = files('docs/decisions').filter((file) => /\/\d{3}-[^/]*$/.test(file))
const documents = ['README.md', 'CHANGELOG.md', ...files('docs').filter((file) => file.endsWith('.md'))]
/** Names of other programs and standards. */
const external = new Set([
  'archive_command',
  'client_secret_basic',
  'pg_basebackup',
  'pg_ctl',
  'pg_dump',
  'pg_partman',
  'pg_receivewal',
  'pg_upgrade',
  'pg_wal',
])
const sources = ['contract', 'domain', 'server', 'web', 'tests', 'e2e', 'bench', 'scripts']
  .flatMap(files)
  .filter((file) => /\.(tsx?|mjs|css|sql)$/.test(file))

test.each(decisions)('%s follows the template', (file) => {
  const [title = '', ...lines] = read(file).split('\n')
  const [, number = '', name = ''] = /^# (\d{3})\. (.+)$/.exec(title) ?? []

  expect(basename(file)).toBe(`${number}-${slug(name)}.md`)
  expect(lines.slice(0, 4).join('\n')).toMatch(
    /^\nDate: \d{4}-\d{2}-\d{2}\n\nStatus: (accepted|superseded by \d{3})$/,
  )
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '## Context',
    '## Decision',
    '## Consequences',
  ])
})

test('each decision has a unique number, and a superseded one names a later decision', () => {
  const numbers = decisions.map((file) => basename(file).slice(0, 3))
  const superseded = decisions.flatMap((file) => {
    const [, by] = /^Status: superseded by (\d{3})$/m.exec(read(file)) ?? []
    return by ? [{ number: basename(file).slice(0, 3), by }] : []
  })

  expect(new Set(numbers).size).toBe(numbers.length)
  expect(superseded.filter(({ number, by }) => by <= number || !numbers.includes(by))).toEqual([])
})

test('docs/decisions/README.md lists every decision with its title and status', () => {
  const expected = decisions.map((file) => {
    const [title] = read(file).slice(2).split('\n')
    const [, status] = /^Status: (.+)$/m.exec(read(file)) ?? []
    return `- [${title}](${basename(file)}): ${status}`
  })
  const listed = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['))

  expect(listed).toEqual(expected)
})

test('every relative link in the documentation leads to a file, and to a heading if it names one', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([, link = '', anchor = '']) => ({
      file,
      target: link ? join(file, '..', link) : file,
      anchor,
    })),
  )
  const isBroken = ({ target, anchor }: { target: string; anchor: string }) =>
    !existsSync(join(root, target)) || (anchor !== '' && !headings(target).includes(anchor))

  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(isBroken)).toEqual([])
})

test('every decision mentioned in code or documentation by its number exists', () => {
  const numbers = new Set(decisions.map((file) => basename(file).slice(0, 3)))
  const mentioned = [...documents, ...sources].flatMap((file) =>
    [...read(file).matchAll(/\bdecisions?[ /]\(?(\d{3})\b/gi)].map(([, number = '']) => ({ file, number })),
  )

  expect(mentioned.filter(({ number }) => !numbers.has(number))).toEqual([])
})

test('every path in backticks in the documentation exists', () => {
  const isPath = /^(contract|domain|server|web|tests|e2e|bench|scripts|docs)(\/[\w.-]+)*\/?$/
  const paths = quoted().filter(({ text }) => text.includes('/') && isPath.test(text))

  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter(({ text }) => !existsSync(join(root, text)))).toEqual([])
})

test('every identifier in backticks in the documentation occurs in the code', () => {
  const words = new Set(sources.flatMap((file) => read(file).match(/\w+/g) ?? []))
  const kebabWords = new Set(sources.flatMap((file) => read(file).match(/\w+(-\w+)+/g) ?? []))
  const isKnown = (text: string) => external.has(text) || words.has(text) || kebabWords.has(text)
  const identifiers = quoted().filter(({ text }) =>
    /^([A-Za-z]\w*([a-z][A-Z]|_)\w*|[a-z]+(-[a-z]+)+)$/.test(text),
  )

  expect(identifiers.length).toBeGreaterThan(20)
  expect(identifiers.filter(({ text }) => !isKnown(text))).toEqual([])
})

/** Inline code of documents about the present: superseded decisions and released versions keep their old names. */
function quoted(): Array<{ file: string; text: string }> {
  return documents
    .filter((file) => file !== 'CHANGELOG.md' && !/^Status: superseded/m.test(read(file)))
    .flatMap((file) =>
      [
        ...read(file)
          .replace(/^```[\s\S]*?^```/gm, '')
          .matchAll(/`([^`\n]+)`/g),
      ].map(([, text = '']) => ({ file, text })),
    )
}

/** The anchors of a document's headings, as GitHub makes them. */
function headings(file: string): Array<string> {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
}

function files(folder: string): Array<string> {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
