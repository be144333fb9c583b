import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './merge-classes.ts'

/** Joins class names; of two conflicting utilities the later one wins. */
export function cn(...classes: Array<ClassValue>): string {
  return mergeClasses(clsx(classes))
}
