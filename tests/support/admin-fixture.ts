import { createTestApp } from './test-app.ts'

/** An instance with its admin, and a ten dollar text by Mara. */
export async function adminFixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishText({ price: '10.00' })
  return { w, admin, mara, item }
}
