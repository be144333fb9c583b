import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptMessage } from '../../../../tests/support/push-service.ts'
import { curve, encryptMessage } from './encrypt-message.ts'

test('the example of RFC 8291, appendix A', () => {
  const sender = createECDH(curve)
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')

  const message = encryptMessage(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    salt,
    sender,
  })

  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

async function browser() {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const point = await crypto.subtle.exportKey('raw', keys.publicKey)
  return {
    keys,
    p256dh: Buffer.from(point).toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

test.each(['', 'a', '“Ferry” by Jördis 🌊', 'x'.repeat(3_900)])('a browser reads %j', async (text) => {
  const receiver = await browser()

  expect(await decryptMessage(encryptMessage(Buffer.from(text), receiver), receiver)).toBe(text)
})

test('nobody else reads it, no two are alike, and a changed one is not read', async () => {
  const receiver = await browser()
  const message = encryptMessage(Buffer.from('a'), receiver)

  await expect(decryptMessage(message, await browser())).rejects.toThrow()
  expect(encryptMessage(Buffer.from('a'), receiver).equals(message)).toBe(false)
  message[message.length - 1] = (message.at(-1) ?? 0) ^ 1
  await expect(decryptMessage(message, receiver)).rejects.toThrow()
})
