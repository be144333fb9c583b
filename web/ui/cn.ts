import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'
import { classGroups, conflictingClassGroups } from './class-groups.ts'

const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'backdrop', '*', '**'],
}))

/** Joins class names; of two conflicting utilities the later one wins. */
export function cn(...classes: Array<ClassValue>): string {
  return mergeClasses(clsx(classes))
}
