import { coloursOf } from '../../domain/library/colours.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

/** A picture of an older version, whose colours nobody has looked at. */
export interface Unpainted {
  seq: number
  sha256: string
}

/** What a picture's colours are found by. Called inside a write. */
export function putColours(db: Db, seq: number, palette: string): void {
  const put = statement(
    db,
    'INSERT INTO asset_colours VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET share = excluded.share',
  )
  for (const [colour, share] of coloursOf(palette)) put.run(colour, seq, share)
}

/** Colours of pictures that came home before anybody looked for them. */
export class ColourRows {
  readonly #db: Db
  readonly #onTouched: (seqs: Iterable<number>) => void

  constructor(db: Db, onTouched: (seqs: Iterable<number>) => void) {
    this.#db = db
    this.#onTouched = onTouched
  }

  /** Those of some contents that nobody has looked at. */
  unpainted(contents: readonly string[]): Unpainted[] {
    return this.#db
      .prepare<[string], Unpainted>(
        `SELECT seq, sha256 FROM assets INDEXED BY assets_content
         WHERE sha256 IN (SELECT value FROM json_each(?)) AND palette IS NULL AND media_type = 'image'`,
      )
      .all(JSON.stringify(contents))
  }

  /** Palettes by rows. */
  put(palettes: ReadonlyMap<number, string>): void {
    if (palettes.size === 0) return
    commit('assets commit', this.#db, () => {
      const paint = statement(this.#db, 'UPDATE assets SET palette = ? WHERE seq = ?')
      for (const [seq, palette] of palettes) {
        paint.run(palette, seq)
        putColours(this.#db, seq, palette)
      }
    })
    this.#onTouched(palettes.keys())
  }
}
