import { verifyBooks } from '../../server/verify/verify.ts'
import type { World } from '../world.ts'

/** What `npm run verify` finds wrong in the books of a world. */
export async function checkBooks(w: World) {
  const client = await w.ports.pool.connect()
  return verifyBooks(client).finally(() => client.release())
}
