import { countryName } from '../../../../contract/countries.ts'
import type { ShownPayee, VatRegisterState } from '../../../../contract/payees.ts'
import { addressLine, type PayeeDetails, taxNumberEnd } from '../../../../domain/payee.ts'
import type { Ports } from '../../../ports/index.ts'
import type { VatRegisterAnswer } from '../../../ports/vat-register.ts'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  UnreadablePayoutDetailsError,
} from '../../people/accounts/payout-details.ts'
import type { PayeeRow } from './repository.ts'

/** What the register said, with the number that proves that it was asked. */
export type VatLookup = Omit<VatRegisterState, 'state'> & { consultationNumber: string | null }

/** What is encrypted in a row. */
type Stored = { details: PayeeDetails; lookup: VatLookup | null }

export type OpenPayee = Stored & { row: PayeeRow }

/** Row and details in clear. Throws UnreadablePayoutDetailsError when a key is missing. */
function openPayee(ports: Pick<Ports, 'payoutKeys'>, row: PayeeRow): OpenPayee {
  // Written by `sealPayee`.
  const stored = JSON.parse(decryptPayoutDetails(ports, row.creatorId, row.details)) as Stored
  return { ...stored, row }
}

/** As `openPayee`; undefined without a row, and when its key is missing. */
export function tryToOpenPayee(
  ports: Pick<Ports, 'payoutKeys'>,
  row: PayeeRow | undefined,
): OpenPayee | undefined {
  try {
    return row && openPayee(ports, row)
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return undefined
    throw error
  }
}

export function sealPayee(
  ports: Pick<Ports, 'payoutKeys'>,
  creatorId: string,
  { details, lookup }: Stored,
): string {
  return encryptPayoutDetails(ports, creatorId, JSON.stringify({ details, lookup }))
}

/** What the register says about a VAT ID, as it is stored. */
export async function lookVatIdUp(
  { vatRegister, clock }: Pick<Ports, 'vatRegister' | 'clock'>,
  vatId: string,
): Promise<{ vatState: PayeeRow['vatState']; lookup: VatLookup | null }> {
  if (vatId === '') return { vatState: 'none', lookup: null }
  const answer = await vatRegister.look(vatId)
  const vatState = answer.state === 'unavailable' ? 'pending' : answer.state
  return { vatState, lookup: toLookup(answer, clock.now()) }
}

function toLookup(answer: VatRegisterAnswer, now: Date): VatLookup | null {
  if (answer.state !== 'valid' && answer.state !== 'invalid') return null
  const checkedAt = now.toISOString()
  if (answer.state === 'invalid') return { name: null, address: null, consultationNumber: null, checkedAt }
  const { name, address, consultationNumber } = answer
  return { name, address, consultationNumber, checkedAt }
}

export function presentVat(state: PayeeRow['vatState'], lookup: VatLookup | null): VatRegisterState {
  const { name = null, address = null, checkedAt = null } = lookup ?? {}
  return { state, name, address, checkedAt }
}

/** What the owner sees again: others could use a date of birth and a tax number. */
export function presentPayee({ row, details, lookup }: OpenPayee): ShownPayee {
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    kind: row.kind,
    legalName: details.legalName,
    birthYear: orNull(details.birthDate.slice(0, 4)),
    registrationNumber: orNull(details.registrationNumber),
    representative: orNull(details.representative),
    address: addressLine(details, countryName(details.country)),
    country: details.country,
    taxNumberEnd: taxNumberEnd(details.taxNumber),
    vatId: orNull(details.vatId),
    vat: presentVat(row.vatState, lookup),
    savedAt: row.createdAt.toISOString(),
  }
}
