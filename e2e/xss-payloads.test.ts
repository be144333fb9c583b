import type { Page } from '@playwright/test'
import { scriptPayloads } from '../tests/support/xss-payloads.ts'
import { cards, goToCheckout, payWith, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })

/** A name may hold no address, and no tag, which some programs read as one. */
const scriptedName = '" onmouseover="ran()" data-evil="'

/** Records every script that runs although it must not, in any window or frame. */
async function recordScriptExecutions(page: Page): Promise<Array<string>> {
  const ran: Array<string> = []
  await page.context().exposeFunction('ran', () => ran.push(page.url()))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  return ran
}

/** The number of injected elements on this page and in its frames. */
async function countInjectedElements(page: Page): Promise<number> {
  const counts = await Promise.all(page.frames().map((frame) => frame.locator('[data-evil]').count()))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function publishContent(page: Page, fields: Record<string, string>): Promise<number> {
  const multipart = { kind: 'text', price: '1.00', ...fields }
  const answer = await page.request.post(site.url('/api/content'), {
    multipart,
    headers: { origin: site.url('') },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}

test('forty scripts typed into every field are shown as text on every screen', { tag: '@long' }, async () => {
  const mara = await site.newVisitor()
  const { page } = mara
  const ran = await recordScriptExecutions(page)
  await signIn(page, { email: 'mara@example.com', name: scriptedName })
  const ids: Array<number> = []
  for (const payload of scriptPayloads)
    ids.push(await publishContent(page, { title: payload, description: payload, textContent: payload }))
  const visit = async (path: string, text?: string) => {
    await page.goto(path)
    if (text) await page.getByText(text).first().waitFor()
    expect(await countInjectedElements(page), path).toBe(0)
  }

  for (const [index, id] of ids.entries()) {
    await visit(`/p/${id}`)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(title).toBe(scriptPayloads[index])
  }
  await visit('/', 'Showing all 40 items')
  for (const id of ids.slice(0, 4)) await visit(`/edit/${id}`, 'How buyers will see it')
  await visit('/settings/profile', 'Display name')
  expect(ran).toEqual([])
  expect(mara.pageErrors).toEqual([])
})

test('a supporter message and feedback with scripts are shown as text', { tag: '@long' }, async () => {
  const jonas = await site.newVisitor()
  const ran = await recordScriptExecutions(jonas.page)
  await signIn(jonas.page, { email: 'jonas@example.com', name: 'Jonas' })
  const message = scriptPayloads.slice(3, 9).join(' ').slice(0, 280)
  const text = scriptPayloads.join('\n')
  const id = await publishContent(jonas.page, { title: 'Dusk', textContent: text, showSupporters: 'true' })
  const fan = await site.newVisitor()
  const ranAtFan = await recordScriptExecutions(fan.page)

  await fan.page.goto(`/p/${id}`)
  await fan.page.getByText('Add your name or a message').click()
  await fan.page.getByLabel('Your name').fill(scriptedName)
  await fan.page.getByLabel('Message to the creator').fill(message)
  await fan.page.getByRole('button', { name: /^Pay / }).first().click()
  await fan.page.getByLabel('Card number').waitFor()
  await payWith(fan.page, cards.success)
  await fan.page.getByText('Payment Successful!').waitFor()
  await fan.page.getByText('</script><script data-evil>ran()</script>').first().waitFor()
  const seenByFan = await countInjectedElements(fan.page)
  await fan.page.goto(`/p/${id}`)
  const seenOnTipPage = await countInjectedElements(fan.page)

  await jonas.page.goto('/sales')
  await jonas.page.getByText('<img data-evil').first().waitFor()
  const seenInList = await countInjectedElements(jonas.page)
  await jonas.page.locator('ul[aria-label=Sales] a').first().click()
  await jonas.page.getByRole('dialog').waitFor()
  const seenInDrawer = await countInjectedElements(jonas.page)

  expect([seenByFan, seenOnTipPage, seenInList, seenInDrawer]).toEqual([0, 0, 0, 0])
  expect([...ran, ...ranAtFan]).toEqual([])
  expect([...jonas.pageErrors, ...fan.pageErrors]).toEqual([])
})

test('no input with scripts runs on the admin pages', { tag: '@long' }, async () => {
  const lena = await site.newVisitor()
  await signIn(lena.page, { email: 'lena@example.com', name: scriptedName })
  const all = scriptPayloads.join(' ')
  const post = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(site.url(path), { data, headers: { origin: site.url('') } })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
    return answer.json()
  }
  const id = await publishContent(lena.page, {
    title: '<img data-evil src=x onerror=ran()>',
    description: all,
    textContent: all,
  })
  const fan = await site.newVisitor()
  await goToCheckout(fan.page, String(id))
  await payWith(fan.page, cards.success, 'fan@example.com')
  await fan.page.getByText('Payment Successful!').waitFor()
  for (const payload of scriptPayloads.slice(0, 4))
    await post(fan.page, '/api/feedback', {
      type: 'bug',
      subject: payload,
      message: all,
      email: '',
      priority: 'high',
    })
  await fan.page.goto(`/report/${id}`)
  await fan.page.getByLabel('What’s wrong').selectOption({ index: 1 })
  await fan.page.getByLabel(/Tell us more/).fill(all.slice(0, 2_000))
  await fan.page.getByRole('button', { name: 'Send report' }).click()
  await fan.page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()

  const admin = await site.newVisitor()
  const { page } = admin
  const ran = await recordScriptExecutions(page)
  await signIn(page, { email: 'admin@example.com', name: 'Ada' })
  const evil = '<script data-evil>ran()</script>'
  await post(page, `/api/admin/content/${id}/take-down`, { reason: `${evil} ${scriptPayloads[4]}` })
  const { purchases } = await (await page.request.get(site.url('/api/admin/purchases?q=lena'))).json()
  const record = purchases[0].id
  await post(page, `/api/admin/purchases/${record}/refund`, { amount: '0.10', reason: evil })
  await post(page, `/api/admin/purchases/${record}/revoke-access`, { reason: evil })
  const openAdminPage = async (path: string, text: string) => {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    expect(await countInjectedElements(page), path).toBe(0)
  }

  await openAdminPage('/admin', 'lena@example.com')
  await openAdminPage('/admin/purchases', '<img data-evil src=x onerror=ran()>')
  await openAdminPage(`/admin/purchases/${record}`, evil)
  await openAdminPage('/admin/creators', 'lena@example.com')
  await openAdminPage('/admin/reports?state=taken_down', evil)
  await openAdminPage('/admin/inbox?kind=feedback', scriptPayloads[0] ?? '')
  await openAdminPage('/admin/audit', evil)
  await openAdminPage('/sandbox', 'Payments')
  await lena.page.goto(`/edit/${id}`)
  await lena.page.getByText(evil).first().waitFor()
  expect(await countInjectedElements(lena.page)).toBe(0)
  expect(ran).toEqual([])
  expect([...admin.pageErrors, ...lena.pageErrors]).toEqual([])
})
