import { useEffect, useState } from 'react'
import { type ExportPicture, usualExportPicture } from '../../../domain/export/choice.ts'
import { type ExportWish, exportWish } from '../../../domain/export/wish.ts'
import { usualExportTemplate } from '../../../domain/naming/export-name.ts'
import { call } from '../../bridge/bridge.ts'
import { saveLater } from '../../stores/save-later.ts'

const save = saveLater('export')

interface WishForm {
  wish: ExportWish
  change: (part: Partial<ExportWish>) => void
  /** Of what is made of pictures, also while they are copied as they are. */
  picture: ExportPicture
  changePicture: (part: Partial<ExportPicture>) => void
}

/** As the last time. */
export function useExportWish(): WishForm {
  const [wish, setWish] = useState<ExportWish>({
    template: usualExportTemplate,
    sidecar: false,
    mark: true,
    picture: null,
  })
  const [picture, setPicture] = useState(usualExportPicture)
  useEffect(() => {
    void call('drafts.load', { form: 'export' }).then((answer) => {
      const last = answer.ok ? exportWish.safeParse(answer.value) : null
      if (!last?.success) return
      setWish(last.data)
      if (last.data.picture !== null) setPicture(last.data.picture)
    })
  }, [])
  const change = (part: Partial<ExportWish>): void => {
    const next = { ...wish, ...part }
    setWish(next)
    if (next.picture !== null) setPicture(next.picture)
    save(next)
  }
  return { wish, change, picture, changePicture: (part) => change({ picture: { ...picture, ...part } }) }
}
