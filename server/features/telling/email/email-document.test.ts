import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderEmail } from './layout.tsx'

test('the drop in an email has the color of the drop on the site', async () => {
  const tokens = await readFile('web/ui/tokens.css', 'utf8')
  const [, accent] = /--accent:\s*light-dark\(\s*(#[0-9a-f]{6})/.exec(tokens) ?? []

  const { html } = renderEmail({ title: 'Hello', lines: ['A line.'] })

  expect(html).toMatch(new RegExp(`<span style="[^"]*background:${accent}`))
})
