import type { MinorUnits } from '../../../../contract/money.ts'
import type { Payee } from '../../../../domain/payout.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UserRow } from '../../people/accounts/repository.ts'
import { findPayee as findPayeeDetails, sumPayoutsSince } from '../payees/repository.ts'
import { type PayeeRules, payeeRules } from '../payees/rules.ts'
import { findMethodState, isWaiting, type MethodState, usedMethod } from '../payout-methods/states.ts'

/** What a payout is decided by and made of. */
export type PayeeNow = Payee & {
  /** Of a manual payout; copied to it as they are. */
  mask: string | null
  /** The payee details of now. */
  payeeId: number | null
}

/** A creator as a payee, with what keeps payouts from them. The caller holds the creator's lock. `amount` is what is due. */
export async function findPayee(
  db: Db,
  ports: Ports,
  creator: UserRow,
  amount: MinorUnits,
): Promise<PayeeNow> {
  const now = ports.clock.now()
  const rules = payeeRules(ports)
  const details = await findPayeeDetails(db, creator.id)
  const state = await findMethodState(db, creator.id)
  const used = usedMethod(creator, state, now)
  const transfersEnabled = isPaidByTransfer(ports, creator, state)
  const countries = [creator.country, creator.payoutCountry, details?.country]
  const needsDetails = !details && rules.rule === 'required' && !(rules.isForManualOnly && transfersEnabled)
  return {
    payoutMethod: used?.method ?? null,
    payoutEmail: used?.details ?? null,
    mask: used?.mask ?? null,
    payeeId: details?.id ?? null,
    transfersEnabled,
    isSuspended: creator.suspendedAt !== null,
    isCountryBlocked: countries.some(
      (country) => country != null && rules.blockedCountries.includes(country),
    ),
    lacksDetails: needsDetails && (await reachesLimit(db, rules, creator.id, amount)),
    isWaiting: isWaiting(state, now),
    confirmReason: state?.confirmReason ?? null,
  }
}

/** Whether a creator is paid by the provider's transfer. */
export function isPaidByTransfer(
  { paymentProvider, clock }: Pick<Ports, 'paymentProvider' | 'clock'>,
  { providerAccountState, providerAccountId }: Pick<UserRow, 'providerAccountState' | 'providerAccountId'>,
  state?: Pick<MethodState, 'transfersFrom'>,
): boolean {
  return (
    paymentProvider.connect !== undefined &&
    providerAccountState === 'complete' &&
    providerAccountId !== null &&
    !(state?.transfersFrom && state.transfersFrom > clock.now())
  )
}

async function reachesLimit(
  db: Db,
  { from, yearStart }: PayeeRules,
  creatorId: string,
  amount: MinorUnits,
): Promise<boolean> {
  return from === 0 || amount + (await sumPayoutsSince(db, creatorId, yearStart)) >= from
}
