import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'

/** Who pays for Pro, for the invoice and its tax; empty where it is not known. */
export type BuyerOfPro = { name: string; address: string; country: string | null; vatId: string; isVatIdVerified: boolean }

export async function findBuyerOfPro(db: Db, _: Ports, creatorId: string): Promise<BuyerOfPro> {
  const user = await findUserById(db, creatorId)
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { name, address: '', country: user?.country ?? null, vatId: '', isVatIdVerified: false }
}
