/** When an admin reviews items: never, or before a creator's first item is published. */
export const moderationModes = ['off', 'first_publish'] as const
