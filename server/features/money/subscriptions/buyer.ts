import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { findPayee } from '../payees/repository.ts'
import { tryToOpenPayee } from '../payees/stored.ts'

/** Who pays for Pro, for the invoice and its tax; empty where it is not known. */
export type BuyerOfPro = {
  name: string
  address: string
  country: string | null
  vatId: string
  /** Whether the register confirmed it. */
  isVatIdVerified: boolean
}

/** By the payee details where the creator has entered them, else by the account. */
export async function findBuyerOfPro(db: Db, ports: Ports, creatorId: string): Promise<BuyerOfPro> {
  const user = await findUserById(db, creatorId)
  const payee = tryToOpenPayee(ports, await findPayee(db, creatorId))
  if (!payee) {
    const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
    return { name, address: '', country: user?.country ?? null, vatId: '', isVatIdVerified: false }
  }
  const { row, details } = payee
  const { legalName, street, street2, postalCode, city, region, vatId } = details
  const lines = [street, street2, [postalCode, city].filter(Boolean).join(' '), region]
  return {
    name: legalName,
    address: lines.filter(Boolean).join('\n'),
    country: row.country,
    vatId: vatId ?? '',
    isVatIdVerified: row.vatState === 'valid',
  }
}
