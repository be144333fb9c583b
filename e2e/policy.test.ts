import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a CSP violation is counted on every page, also in another tab', async () => {
  const { context, page, pageErrors } = await site.newVisitor()
  await page.goto('/')
  const tab = await context.newPage()
  await tab.goto('/pricing')

  await tab.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://elsewhere.invalid/a.png'
    document.body.append(image)
  })

  // The event, and the browser's console message.
  await expect.poll(() => site.cspViolations.length).toBe(2)
  expect(pageErrors.join('\n')).toContain('img-src blocked https://elsewhere.invalid/a.png')
  site.cspViolations.splice(0)
})

test('/favicon.ico is an icon that a browser’s PDF viewer may show', async () => {
  const { page } = await site.newVisitor()

  const answer = await page.request.get('/favicon.ico')

  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/^image\//)
  expect(answer.headers()['cross-origin-resource-policy']).toBe('cross-origin')
})

test('a form with a schema validates without compiling code', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await page.goto('/feedback')

  await page.getByRole('button', { name: 'Submit Feedback' }).click()

  await page.getByText('Missing Information').first().waitFor()
  expect(pageErrors).toEqual([])
})
