import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The pages that operators follow, as paths from the root of the repository. */
export const guidePages = [
  'docs/upgrading.md',
  'docs/operate.md',
  ...readdirSync(join(root, 'docs/operate'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs/operate', file))
    .toSorted(),
]

/**
 * A block of commands. `where` is the word after `sh` in the page: nothing for the server on which the instance runs,
 * `clone` for a clone of the repository, and `elsewhere` for a machine that cannot be had in a test.
 */
export type CommandBlock = { page: string; line: number; where: string; script: string }

/** The blocks of commands of a page, in their order. */
export function commandBlocks(page: string): Array<CommandBlock> {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^( *)```sh *(\S*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', where = '', block = ''], index, all) => ({
      page,
      line: text.slice(0, all[index]?.index).split('\n').length + 1,
      where,
      script: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}
