import * as z from 'zod/mini'
import { Id } from './schemas.ts'

/**
 * The number of a purchase that people see. The type is its own, so that an internal id is not printed or looked up as
 * an order number: it comes from the database's column or from a request.
 */
export const OrderNumber = Id.brand<'OrderNumber'>()
export type OrderNumber = z.infer<typeof OrderNumber>

/** The id of a row, which no order number is. */
export type RowId = number & { readonly [z.$brand]?: never }

export const OrderParams = z.object({ id: OrderNumber })

/** Digits that a person typed, or that we wrote. */
export function toOrderNumber(digits: string): OrderNumber {
  return Number(digits) as OrderNumber
}
