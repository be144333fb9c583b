import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const backups = mkdtempSync(join(tmpdir(), 'tipdrop-e2e-backups-'))
const site = openSite({
  env: { ADMIN_EMAIL: 'admin@example.com', BACKUP_TO: backups, BACKUP_SCHEDULE: '00:00', BACKUP_KEEP: '3' },
})
const items = textsForSale(site)
let admin: Visitor

test.beforeAll(async () => {
  admin = await openAdmin(site)
  await buy(admin.page, items.fixed, { email: 'fan@example.com' })
})

test.afterAll(() => rmSync(backups, { recursive: true, force: true }))

for (const width of [360, 1280])
  for (const dark of [false, true])
    test(`at ${width} px, dark ${dark}, the health page shows the last backup, without violations or overflow`, {
      tag: '@long',
    }, async () => {
      const { page, context, pageErrors } = await site.newVisitor({ width, dark })
      await context.addCookies(await admin.context.cookies())

      await page.goto('/admin/health')
      const section = page.getByRole('region', { name: 'Backups' })
      await expect(async () => {
        await page.reload()
        await expect(section.getByText(`${backups}/tipdrop-`)).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 60_000 })

      await expect(section.getByText('Daily at 00:00 UTC, next on')).toBeVisible()
      await expect(section.getByText('Keeps the last 3 backups')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Processes' })).toContainText('Responding')
      expect(await axeViolations(page)).toEqual([])
      expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
      expect(pageErrors).toEqual([])
    })
