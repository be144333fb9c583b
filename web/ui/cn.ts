import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two conflicting utilities the later one wins. */
export function cn(...classes: Array<ClassValue>): string {
  return twMerge(clsx(classes))
}
