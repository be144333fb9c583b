import { pgSchema } from 'drizzle-orm/pg-core'

/**
 * The sandbox card provider's own tables. Only its adapter uses them, and they exist only where it runs.
 *
 * @public drizzle-kit reads it.
 */
export const sandboxSchema = pgSchema('sandbox')
