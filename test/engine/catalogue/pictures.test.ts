import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

it('asks for a picture of the catalogue by its whole address, query and all (A39)', async () => {
  const strange = new StrangeService()
  await strange.open()
  const { engine } = await engineAt(strange.base, strange.key)
  const shown = ['?style=calm', '?style=loud'].map((query) =>
    engine.cataloguePictures.show(`${strange.base}/pictures/sample.png${query}`),
  )
  expect(new Set(shown).size).toBe(2)
  for (const address of shown) expect(await pictureFile(engine, address.replace('printroom://', ''))).not.toBeNull()
  expect(strange.heard.map(({ search }) => search)).toEqual(['?style=calm', '?style=loud'])
})

it('fetches two samples of a catalogue at once, and none beyond 16 MiB (W9)', async () => {
  const [most, seen] = [16 * 1024 * 1024, { atOnce: 0, open: 0, bytes: 0 }]
  const endless = createServer((_request, response) => {
    seen.open += 1
    seen.atOnce = Math.max(seen.atOnce, seen.open)
    response.on('close', () => {
      seen.open -= 1
    })
    const chunk = Buffer.alloc(256 * 1024, 1)
    const more = (): void => {
      let isTaken = true
      while (isTaken && !response.destroyed) {
        seen.bytes += chunk.length
        isTaken = response.write(chunk)
      }
    }
    response.writeHead(200, { 'content-type': 'image/png' }).on('drain', more)
    more()
  })
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    endless.closeAllConnections()
    endless.close()
  })
  const base = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  const { engine } = await engineAt(base, `svc_sk_${'k'.repeat(32)}`)
  const count = 5
  const shown = Array.from({ length: count }, (_, n) => engine.cataloguePictures.show(`${base}/${n}.png`))
  const came = await Promise.all(shown.map((one) => pictureFile(engine, one.replace('printroom://', ''))))
  expect(came).toEqual(Array.from({ length: count }, () => null))
  expect(seen.atOnce).toBe(2)
  // What the line itself holds beside it.
  expect(seen.bytes).toBeLessThan(count * (most + 16 * 1024 * 1024))
})
