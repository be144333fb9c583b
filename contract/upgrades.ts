import * as z from 'zod/mini'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { Id } from './schemas.ts'

const chooseMessage = 'Choose one of your published items'

/** The fields of the upload form, of a fixed price only: both empty for no upgrade. */
export const upgradeFields = {
  /** The item whose owners pay only the difference. */
  upgradeFromId: z._default(
    z.string().check(z.trim(), z.maxLength(20, chooseMessage), z.regex(/^\d{0,15}$/, chooseMessage)),
    '',
  ),
  /** What they pay, as a decimal string. */
  upgradeAmount: z._default(z.union([AmountInput, z.literal('')]), ''),
}

/** What the creator set: null for no upgrade. */
export const UpgradeForEditing = z.nullable(
  z.object({ fromId: Id, fromTitle: z.string(), amount: DecimalString }),
)

/** The price of an item for who owns the item that it is an upgrade from. */
export const UpgradeOffer = z.object({
  price: DecimalString,
  /** What others pay. */
  fullPrice: DecimalString,
  currency: Currency,
  fromTitle: z.string(),
})
export type UpgradeOffer = z.infer<typeof UpgradeOffer>
