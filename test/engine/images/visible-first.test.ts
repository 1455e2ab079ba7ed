import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Thumbnails } from '../../../src/engine/sources/thumbnails.ts'
import { eventually } from '../../support/eventually.ts'
import { flat } from './support/pictures.ts'
import { rudeWorker } from './support/rude.ts'
import { useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()

describe('thumbnails', () => {
  it('of rows in view are made before all that wait, those among them that were asked for long before', async () => {
    // One worker, held by its first picture until all the others wait.
    const images = shop.start({ entry: rudeWorker, workers: 1 })
    const thumbnails = new Thumbnails(images, join(shop.folder, 'cache'))
    const source = async (name: string) => shop.write(`${name}.png`, await flat(40, 30).png().toBuffer())
    const made: string[] = []
    const ask = async (name: string, priority: 'visible' | 'normal' | 'bulk') => {
      await thumbnails.make(name, join(shop.folder, `${name}.png`), { priority })
      made.push(name)
    }
    const held = await source('pid-held')
    const names = ['home-1', 'home-2', 'home-3', 'far', 'row-1', 'row-2']
    for (const name of names) await source(name)
    const all = [ask('pid-held', 'normal')]
    await eventually(() => expect(existsSync(`${held}.pid`)).toBe(true))
    all.push(ask('far', 'bulk'), ...['home-1', 'home-2', 'home-3'].map((name) => ask(name, 'normal')))
    all.push(ask('row-1', 'visible'), ask('row-2', 'visible'))
    // The window scrolled to one that came home before.
    const scrolledTo = thumbnails.make('home-3', join(shop.folder, 'home-3.png'), { priority: 'visible' })
    await shop.write('pid-held.png.go', '')
    await Promise.all([...all, scrolledTo])
    expect(made.slice(1, 4).sort()).toEqual(['home-3', 'row-1', 'row-2'])
    expect(made.slice(4)).toEqual(['home-1', 'home-2', 'far'])
  })
})
