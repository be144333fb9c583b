import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { scriptPayloads } from '../tests/support/script-payloads.ts'
import { journeys } from './support/journey.ts'
import { cards, goToCheckout, payWith, signIn } from './support/people.ts'

const j = journeys({ env: { ADMIN_EMAIL: 'admin@example.com' } })

/** Writes down every script that should not have run, in whatever window or frame. */
async function listens(page: Page): Promise<Array<string>> {
  const ran: Array<string> = []
  await page.context().exposeFunction('ran', () => ran.push(page.url()))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  return ran
}

/** How many of the typed elements became one, on this page and in its frames. */
async function alive(page: Page): Promise<number> {
  const found = await Promise.all(page.frames().map((frame) => frame.locator('[data-evil]').count()))
  return found.reduce((sum, count) => sum + count, 0)
}

async function publishes(page: Page, fields: Record<string, string>): Promise<number> {
  const multipart = { kind: 'text', price: '1.00', ...fields }
  const answer = await page.request.post(j.url('/api/content'), {
    multipart,
    headers: { origin: j.url('') },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}

test('forty scripts typed into every field are text on every screen', async () => {
  const mara = await j.person()
  const { page } = mara
  const ran = await listens(page)
  await signIn(page, { email: 'mara@example.com', name: scriptPayloads[3] ?? '' })
  const ids: Array<number> = []
  for (const payload of scriptPayloads)
    ids.push(await publishes(page, { title: payload, description: payload, textContent: payload }))
  const looksAt = async (path: string, words?: string) => {
    await page.goto(path)
    if (words) await page.getByText(words).first().waitFor()
    expect(await alive(page), path).toBe(0)
  }

  for (const [index, id] of ids.entries()) {
    await looksAt(`/p/${id}`)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(title).toBe(scriptPayloads[index])
  }
  await looksAt('/', 'Showing all 40 items')
  for (const id of ids.slice(0, 4)) await looksAt(`/edit/${id}`, 'Live preview')
  await looksAt('/settings', 'Delete my account')
  expect(ran).toEqual([])
  expect(mara.faults).toEqual([])
})

test('neither do a fan’s message and a visitor’s feedback run anywhere', async () => {
  const jonas = await j.person()
  const ran = await listens(jonas.page)
  await signIn(jonas.page, { email: 'jonas@example.com', name: 'Jonas' })
  const message = scriptPayloads.slice(3, 9).join(' ').slice(0, 280)
  const text = scriptPayloads.join('\n')
  const id = await publishes(jonas.page, { title: 'Dusk', textContent: text, showSupporters: 'true' })
  const fan = await j.person()
  const ranAtFan = await listens(fan.page)

  await fan.page.goto(`/p/${id}`)
  await fan.page.getByText('Add a name or a message').click()
  await fan.page.getByLabel('Your name').fill('<img data-evil src=x onerror=ran()>')
  await fan.page.getByLabel('Message to the creator').fill(message)
  await fan.page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  await fan.page.getByLabel('Card number').waitFor()
  await payWith(fan.page, cards.pays)
  await fan.page.getByText('Payment Successful!').waitFor()
  await fan.page.getByText('</script><script data-evil>ran()</script>').first().waitFor()
  const seenByFan = await alive(fan.page)
  await fan.page.goto(`/p/${id}`)
  const seenOnWall = await alive(fan.page)

  await jonas.page.goto('/sales')
  await jonas.page.getByText('<img data-evil').first().waitFor()
  const seenInList = await alive(jonas.page)
  await jonas.page.locator('ul[aria-label=Sales] a').first().click()
  await jonas.page.getByRole('dialog').waitFor()
  const seenInDrawer = await alive(jonas.page)

  expect([seenByFan, seenOnWall, seenInList, seenInDrawer]).toEqual([0, 0, 0, 0])
  expect([...ran, ...ranAtFan]).toEqual([])
  expect([...jonas.faults, ...fan.faults]).toEqual([])
})

test('nor does anything typed run before the administrator', async () => {
  const lena = await j.person()
  await signIn(lena.page, { email: 'lena@example.com', name: scriptPayloads[5] ?? '' })
  const all = scriptPayloads.join(' ')
  const posts = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(j.url(path), { data, headers: { origin: j.url('') } })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
    return answer.json()
  }
  const id = await publishes(lena.page, {
    title: '<img data-evil src=x onerror=ran()>',
    description: all,
    textContent: all,
  })
  const fan = await j.person()
  await goToCheckout(fan.page, String(id))
  await payWith(fan.page, cards.pays, 'fan@example.com')
  await fan.page.getByText('Payment Successful!').waitFor()
  for (const payload of scriptPayloads.slice(0, 4))
    await posts(fan.page, '/api/feedback', {
      type: 'bug',
      subject: payload,
      message: all,
      email: '',
      priority: 'high',
    })
  await fan.page.goto(`/report/${id}`)
  await fan.page.getByLabel('What is wrong').selectOption({ index: 1 })
  await fan.page.getByLabel(/Tell us more/).fill(all.slice(0, 2_000))
  await fan.page.getByRole('button', { name: 'Send report' }).click()
  await fan.page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()

  const admin = await j.person()
  const { page } = admin
  const ran = await listens(page)
  await signIn(page, { email: 'admin@example.com', name: 'Ada' })
  const evil = '<script data-evil>ran()</script>'
  await posts(page, `/api/admin/content/${id}/hold`, { reason: `${evil} ${scriptPayloads[4]}` })
  const { purchases } = await (await page.request.get(j.url('/api/admin/purchases?q=lena'))).json()
  const record = purchases[0].id
  await posts(page, `/api/admin/purchases/${record}/refund`, { amount: '0.10', reason: evil })
  await posts(page, `/api/admin/purchases/${record}/close-access`, { reason: evil })
  const looksAt = async (path: string, words: string) => {
    await page.goto(path)
    await page.getByText(words).first().waitFor()
    expect(await alive(page), path).toBe(0)
  }

  await looksAt('/admin', 'lena@example.com')
  await looksAt('/admin/purchases', '<img data-evil src=x onerror=ran()>')
  await looksAt(`/admin/purchases/${record}`, evil)
  await looksAt('/admin/creators', 'lena@example.com')
  await looksAt('/admin/reports?state=held', evil)
  await looksAt('/admin/feedback', scriptPayloads[0] ?? '')
  await looksAt('/admin/audit', evil)
  await looksAt('/sandbox', 'Payments')
  await lena.page.goto(`/edit/${id}`)
  await lena.page.getByText(evil).first().waitFor()
  expect(await alive(lena.page)).toBe(0)
  expect(ran).toEqual([])
  expect([...admin.faults, ...lena.faults]).toEqual([])
})
