import { updateProfile } from '../contract/accounts.ts'
import { signIn, unfold } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { publishButton } from './fixtures/uploads.ts'

const site = openSite()

test('a text is read as it was previewed, and its link goes on after title and handle have changed', {
  tag: '@long',
}, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  const rename = (handle: string) =>
    page.request.patch(updateProfile.path, { data: { firstName: 'Mara', handle } })
  await rename('mara')

  await page.goto('/upload')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page
    .getByLabel('Text', { exact: true })
    .fill('# Salt\n\nSee **all** of [my photos](https://mara.example/a_b).\n\n[press](javascript:alert(1))')
  await page.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.getByLabel('Preview of the text')
  await expect(preview.getByRole('heading', { name: 'Salt' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'my photos' })).toHaveAttribute(
    'href',
    'https://mara.example/a_b',
  )
  await expect(preview.getByRole('link')).toHaveCount(1)
  await unfold(page, 'Thank-you note')
  await page.getByLabel('Thank-you note').fill('Start after dark.')
  await page.getByRole('button', publishButton).click()
  await expect(page.getByText('Please fill in title and price').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Night Ferry')
  await page.getByLabel('Price', { exact: true }).fill('5.00')
  await page.getByRole('button', publishButton).click()
  const link = new URL(await page.getByLabel('Your tip link').inputValue())
  expect(link.pathname).toBe('/@mara/night-ferry')

  const fan = (await site.newVisitor({ width: 390, javaScript: false })).page
  await fan.goto(link.pathname)
  await expect(fan.getByRole('heading', { level: 1, name: 'Night Ferry' })).toBeVisible()
  const [item] = await (await page.request.get('/api/content')).json()
  await page.goto(`/edit/${item.id}`)
  await page.getByLabel('Title').fill('Dawn Ferry')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').first().waitFor()
  await rename('mara_vitale')

  await fan.goto(`${link.pathname}?utm_source=poster`)
  await expect(fan).toHaveURL(/\/@mara_vitale\/dawn-ferry\?utm_source=poster$/)
  await expect(fan.getByRole('heading', { level: 1, name: 'Dawn Ferry' })).toBeVisible()
  await fan.goto(`/p/${item.id}`)
  await expect(fan.getByRole('heading', { level: 1, name: 'Dawn Ferry' })).toBeVisible()
  expect(await fan.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/@mara_vitale\/dawn-ferry$/)
})
