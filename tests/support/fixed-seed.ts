import fc from 'fast-check'
import { isLongRun } from './long-run.ts'

/** In the gate the values of property tests are the same in every run, so that it fails for a change and not by chance. */
if (!isLongRun) fc.configureGlobal({ seed: 1 })
