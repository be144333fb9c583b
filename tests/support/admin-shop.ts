import { world } from '../world.ts'

/** An instance with its administrator, and a ten dollar text by Mara. */
export async function adminShop() {
  const w = await world()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishesText({ price: '10.00' })
  return { w, admin, mara, item }
}
