import { byHand, putFiles, putSources } from './intake.ts'
import { type SkillSlice, skillWorkOf } from './state.ts'
import { keepWork } from './write.ts'

/** The files and pictures of a form. */
export const filesSlice: SkillSlice<'sizes' | 'add' | 'addSources' | 'remove' | 'removePicture' | 'reencode'> = (
  _set,
  get,
  store,
) => ({
  sizes: {},

  add: (id, files, place = 'files') => putFiles(byHand(store), id, files, place),
  addSources: (id, sources, place = 'files') =>
    putSources(
      byHand(store),
      id,
      sources.map((file) => ({ file, name: '' })),
      place,
    ),

  remove: (id, gone) => {
    const { files, reencode } = skillWorkOf(get(), id)
    keepWork(store, id, {
      files: files.filter(({ file }) => !gone.has(file)),
      reencode: reencode.filter((file) => !gone.has(file)),
    })
  },

  removePicture: (id, field, gone) => {
    const { pictures } = skillWorkOf(get(), id)
    const left = (pictures[field] ?? []).filter(({ file }) => file !== gone)
    keepWork(store, id, { pictures: { ...pictures, [field]: left } })
  },

  reencode: (id, files, may) => {
    const others = skillWorkOf(get(), id).reencode.filter((file) => !files.includes(file))
    keepWork(store, id, { reencode: may ? [...others, ...files] : others })
  },
})
