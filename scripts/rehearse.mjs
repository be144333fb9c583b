import { runTool } from './run-tool.mjs'

/** Restores a backup into a scratch folder, verifies and deletes it: `npm run rehearse`. */
runTool('rehearse')
