import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { freePort } from './fixtures/site.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

/** What a press of Copy beside an example puts onto the clipboard. */
async function copied(page: Page, region: string, language: string): Promise<string> {
  const example = page.locator(`#${region} .code`).first()
  await example.getByText(language, { exact: true }).click()
  await example.getByRole('button', { name: 'Copy' }).click()
  await example.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** A program of the reader's, with what it has printed so far. */
function startProgram(script: string, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...env } })
  const program = {
    output: '',
    stop: () => child.kill(),
    ended: new Promise((done) => child.on('close', done)),
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      program.output += text
    })
  return program
}

test('from the page for developers alone, a stranger lists a sale and receives a signed event', {
  tag: '@long',
}, async () => {
  const { page, context, pageErrors } = await site.newVisitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-stranger-'))
  const write = async (name: string, code: string) => {
    await writeFile(join(folder, name), code)
    return join(folder, name)
  }
  await signIn(page, { email: 'nell@example.com', name: 'Nell' })
  const id = await publish(page, { kind: 'Text', title: 'Tide tables', price: '4.00', text: 'Low at six.' })
  await buy((await site.newVisitor()).page, id)
  const began = performance.now()
  await page.goto('/developers')
  await page.keyboard.press('/')
  await page.keyboard.type('Sends events again')
  await expect(page.getByRole('status').filter({ visible: true })).toHaveText('1 found')
  await page.keyboard.press('Enter')
  await expect(page.locator('#resendWebhookDeliveries')).toHaveAttribute('open')
  await page.getByRole('searchbox').filter({ visible: true }).fill('')
  const current = page.locator('[aria-current=true]').filter({ visible: true })
  await expect(current).toHaveText('Webhooks')
  // Words between backticks are code.
  await expect(page.locator('main')).not.toContainText('`webhook-id`')

  // The first call.
  const call = await write('call.mjs', await copied(page, 'first-call', 'Node'))
  await page.locator('#first-call').getByRole('link', { name: 'Settings, then Developers' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Script')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByTestId('api-key').innerText()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  const caller = startProgram(call, { TIPDROP_KEY: key })
  await caller.ended
  expect(caller.output).toMatch(/^\d+ 4\.00 USD\n$/)
  const firstCallMs = performance.now() - began

  // The receiver.
  await page.getByRole('link', { name: 'Read the guide' }).click()
  const port = await freePort()
  const code = (await copied(page, 'signature', 'Node')).replace('8000', String(port))
  const receive = await write('receive.mjs', code)
  await page.goto('/settings/developers')
  await page.getByRole('link', { name: 'New endpoint' }).click()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/`)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = page.getByTestId('signing-secret')
  await expect(shown).toHaveText(/^whsec_[\w+/]{43}=$/)
  const secret = await shown.innerText()
  const receiver = startProgram(receive, { TIPDROP_WEBHOOK_SECRET: secret })
  const status = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status).toBe(400)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.output).toMatch(/^test\.ping .*This is a test\. Nothing happened\./)
  const seconds = (ms: number) => Math.round(ms / 1_000)
  console.log(
    `The first call after ${seconds(firstCallMs)} s, a verified event after ${seconds(performance.now() - began)} s.`,
  )

  receiver.stop()
  await rm(folder, { recursive: true, force: true })
  expect(pageErrors).toEqual([])
})
