/** True in `npm run test:long`: tests tagged `scaled` then do more than in `npm test` (docs/testing.md). */
export const isLongRun = process.env.TEST_LONG === '1'
