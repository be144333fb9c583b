import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhookEndpoint, testWebhookEndpoint } from '../contract/webhook-endpoints.ts'
import { programOf } from './support/api-key-fixture.ts'
import { freePort } from './support/server-process.ts'
import { createTestApp } from './support/test-app.ts'

const guide = readFileSync('docs/developers.md', 'utf8')

/** The first block of a language, with the site of a test instead of the example's. */
function block(language: string, site = ''): string {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(guide) ?? []
  return code.replaceAll('https://tips.example.com', site)
}

/** A folder whose scripts find the packages of this one. */
function folderForScripts(): string {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.cache/guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const programs = {
  sh: { file: 'call.sh', command: ['bash'], needs: ['curl', '--version'] },
  js: { file: 'call.mjs', command: [process.execPath], needs: [process.execPath, '--version'] },
  python: { file: 'call.py', command: ['python3'], needs: ['python3', '-c', 'import requests'] },
  php: { file: 'call.php', command: ['php'], needs: ['php', '--version'] },
  go: { file: 'call.go', command: ['go', 'run'], needs: ['go', 'version'] },
} as const

function isHere([program, ...args]: ReadonlyArray<string>): boolean {
  return spawnSync(program ?? '', args).status === 0
}

for (const [language, { file, command, needs }] of Object.entries(programs))
  test.skipIf(!isHere(needs))(`the first call of the guide works as written: ${language}`, async () => {
    const w = await createTestApp()
    const creator = await w.creator()
    const item = await creator.publishText({ price: '5.00' })
    await w.visitor().purchase(item.id)
    const { key } = await programOf(w, creator, ['sales:read'])
    const script = join(folderForScripts(), file)
    writeFileSync(script, block(language, await w.app.listen({ port: 0, host: '127.0.0.1' })))

    const { status, output } = await run([...command, script], { TIPDROP_KEY: key })

    expect(output).toMatch(language === 'sh' ? /"amount":"5\.00"/ : /^\d+ 5\.00 USD\n$/)
    expect(status).toBe(0)
  })

test('the receiver of the guide accepts an event of the site, and nothing else', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const port = await freePort()
  const { body: created } = await creator.call(createWebhookEndpoint, {
    body: { url: `http://127.0.0.1:${port}/hooks`, format: 'json', types: ['sale.created'] },
  })
  const script = join(folderForScripts(), 'receive.mjs')
  writeFileSync(script, block('js receive'))
  const receiver = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, PORT: String(port), TIPDROP_WEBHOOK_SECRET: created.secret },
  })
  onTestFinished(() => void receiver.kill())
  let output = ''
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const forged = () => fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' })
  await expect
    .poll(() =>
      forged()
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(400)

  // A receiver refuses what is older than five minutes.
  w.clock.advance(Date.now() - w.clock.now().getTime())
  await creator.call(testWebhookEndpoint, { params: { id: created.endpoint.id } })

  await expect
    .poll(() => output)
    .toMatch(/^test\.ping \{ message: 'This is a test\. Nothing happened\.' \}\n$/)
})

function run([program = '', ...args]: ReadonlyArray<string>, env: Record<string, string>) {
  return new Promise<{ status: number | null; output: string }>((resolve) => {
    const child = spawn(program, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    child.on('close', (status) => resolve({ status, output }))
  })
}
