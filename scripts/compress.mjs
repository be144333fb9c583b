import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(m?js|css|html|svg|json|txt|xml|webmanifest|wasm)$/
const minBytes = 1024
/** Brotli's maximum quality takes seconds for a larger file, and saves a few percent of files that few pages load. */
const maxQualityBytes = 300 * 1024

/** Writes a .br and a .gz file next to every compressible file of a folder. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))))
}

async function compressFile(file) {
  const bytes = await readFile(file)
  if (bytes.length < minBytes) return
  const quality = bytes.length > maxQualityBytes ? 9 : constants.BROTLI_MAX_QUALITY
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
