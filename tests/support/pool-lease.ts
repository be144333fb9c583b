import type pg from 'pg'

/** A pool for one test. After `end`, queries that the test left behind are rejected, as by an ended pool. */
export function leasePool(shared: pg.Pool): { pool: pg.Pool; end(): void } {
  let hasEnded = false
  const guard = (property: 'connect' | 'query') => ({
    value: (...args: Array<unknown>) => {
      if (hasEnded) return Promise.reject(new Error('Cannot use a pool after the end of its test'))
      return Reflect.apply(shared[property], shared, args)
    },
  })
  const pool: pg.Pool = Object.create(shared, { connect: guard('connect'), query: guard('query') })
  return { pool, end: () => (hasEnded = true) }
}
