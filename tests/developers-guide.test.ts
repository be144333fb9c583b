import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listDiscounts } from '../contract/discounts.ts'
import { createWebhookEndpoint, testWebhookEndpoint } from '../contract/webhook-endpoints.ts'
import { programOf } from './support/api-key-fixture.ts'
import { freePort } from './support/server-process.ts'
import { createTestApp } from './support/test-app.ts'

const guide = readFileSync('docs/developers.md', 'utf8')

/** An example of the guide, such as `go call`, with the site or the port of a test instead of its own. */
function block(name: string, { site = '', port = 0 }): string {
  const [, code = ''] = new RegExp(`^\`\`\`${name}\n([^]*?)^\`\`\`$`, 'm').exec(guide) ?? []
  return code.replaceAll('https://tips.example.com', site).replaceAll('8000', String(port))
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
  python: { file: 'call.py', command: ['python3'], needs: ['python3', '--version'] },
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
    writeFileSync(
      script,
      block(`${language} call`, { site: await w.app.listen({ port: 0, host: '127.0.0.1' }) }),
    )

    const { status, output } = await run([...command, script], { TIPDROP_KEY: key })

    expect(output).toMatch(language === 'sh' ? /"amount":"5\.00"/ : /^\d+ 5\.00 USD\n$/)
    expect(status).toBe(0)
  })

const receivers = {
  js: { file: 'receive.mjs', command: [process.execPath], needs: programs.js.needs },
  python: { file: 'receive.py', command: ['python3'], needs: programs.python.needs },
  php: { file: 'receive.php', command: ['php', '-S'], needs: programs.php.needs },
  go: { file: 'receive.go', command: ['go', 'run'], needs: programs.go.needs },
} as const

for (const [language, { file, command, needs }] of Object.entries(receivers))
  test.skipIf(!isHere(needs))(
    `the receiver of the guide accepts an event, and nothing else: ${language}`,
    async () => {
      const w = await createTestApp()
      const creator = await w.creator()
      const port = await freePort()
      const { body: created } = await creator.call(createWebhookEndpoint, {
        body: { url: `http://127.0.0.1:${port}/hooks`, format: 'json', types: ['sale.created'] },
      })
      const script = join(folderForScripts(), file)
      writeFileSync(script, block(`${language} receive`, { port }))
      const [program, ...args] = [...command, ...(language === 'php' ? [`127.0.0.1:${port}`] : []), script]
      const receiver = spawn(program, args, {
        // `go run` starts another process, which ends with its group.
        detached: true,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, TIPDROP_WEBHOOK_SECRET: created.secret },
      })
      onTestFinished(() => void process.kill(-(receiver.pid ?? 0)))
      let output = ''
      for (const stream of [receiver.stdout, receiver.stderr])
        stream.on('data', (text) => {
          output += text
        })
      const sends = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}', headers })
          .then(({ status }) => status)
          .catch(() => 0)
      await expect.poll(() => sends({}), { timeout: 20_000 }).toBe(400)
      const at = String(Math.floor(Date.now() / 1_000))
      const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': at, 'webhook-signature': 'v1,Zm9yZ2Vk' }
      expect(await sends(forged)).toBe(400)

      const sendTest = () => creator.call(testWebhookEndpoint, { params: { id: created.endpoint.id } })
      // It is older than five minutes, because the clock of the test stands still.
      expect((await sendTest()).body.status).toBe(400)
      expect(output).not.toContain('test.ping')
      w.clock.advance(Date.now() - w.clock.now().getTime())
      expect((await sendTest()).body.status).toBe(204)

      await expect.poll(() => output).toMatch(/test\.ping .*This is a test\. Nothing happened\./)
    },
  )

test('each error that a key can get by itself is in the guide and on the page', () => {
  const page = readFileSync('web/features/site/developers/rules.tsx', 'utf8')

  // What `admitApiKey` and `answerOnce` refuse.
  const statuses = ['400', '401', '403', '409', '429', '503']
  expect(statuses.filter((status) => !guide.includes(`\n| ${status} |`))).toEqual([])
  expect(statuses.filter((status) => !page.includes(`'${status}',`))).toEqual([])
})

test('a call of the guide that is sent twice is done once', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { key } = await programOf(w, creator, ['discounts:write'])
  const script = join(folderForScripts(), 'repeat.sh')
  writeFileSync(script, block('sh repeat', { site: await w.app.listen({ port: 0, host: '127.0.0.1' }) }))

  const outputs = [
    await run(['bash', script], { TIPDROP_KEY: key }),
    await run(['bash', script], { TIPDROP_KEY: key }),
  ]

  for (const { output } of outputs) expect(output).toMatch(/"code":"SPRING"/)
  const { body } = await creator.call(listDiscounts)
  expect(body.discounts.map(({ code }) => code)).toEqual(['SPRING'])
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
