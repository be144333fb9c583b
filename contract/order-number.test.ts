import { expect, test } from 'vitest'
import { OrderNumber, type RowId } from './order-number.ts'

test('an id of a row is no order number, and an order number no id: neither compiles', () => {
  const orderNumber = OrderNumber.parse('131302378077578')
  const rowId: RowId = 116686331519005
  const print = (number: OrderNumber) => `Order ${number}`
  const find = (id: RowId) => id

  // @ts-expect-error an id of a row
  expect(print(rowId)).toBe('Order 116686331519005')
  // @ts-expect-error an order number
  expect(find(orderNumber)).toBe(131302378077578)
  expect(print(orderNumber)).toBe('Order 131302378077578')
})
