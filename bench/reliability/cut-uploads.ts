import { mebibyte } from '../random-file.ts'
import { megabytes } from '../report.ts'
import { resumedUploads } from '../upload-resume.ts'
import type { FaultRun } from './fault-run.ts'

export const cutUploads: FaultRun = {
  what: 'uploads of 12 MiB cut 3 times each, once by kill -9, and resumed',
  unit: 'uploads',
  bar: 'hash equal',
  quickCount: 5,
  longCount: 500,
  async run(count, log) {
    const results = await resumedUploads({ uploads: count, size: 12 * mebibyte, cuts: 3 }, log)
    const different = results.filter(({ isSame }) => !isSame).length
    return { count, result: `${different} different`, hasPassed: different === 0 }
  },
}

export const largeUpload: FaultRun = {
  what: 'one upload cut this often, once by kill -9, and resumed (5 GiB at full length)',
  unit: 'cuts',
  bar: 'hash equal',
  quickCount: 5,
  longCount: 50,
  async run(count, log) {
    const size = count < 50 ? 64 * mebibyte : 5 * 1024 * mebibyte
    const [upload] = await resumedUploads({ uploads: 1, size, cuts: count }, log)
    const isSame = upload?.isSame === true
    const result = `${megabytes(size)}: ${isSame ? 'equal' : 'DIFFERENT'}, ${megabytes(upload?.resentBytes ?? 0)} sent twice, +${megabytes(upload?.peakBytes ?? 0)} memory`
    return { count, result, hasPassed: isSame }
  },
}
