import { Copy, Expand, RotateCw, Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import type { GalleryView } from '../../../contract/gallery.ts'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { dateShort, dimensions, figure, madeAt, plural } from '../../lib/format.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'
import { PromptSection } from './prompt-section.tsx'
import { StyleSection } from './style-section.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

function Author({ picture }: { picture: GalleryView }): JSX.Element {
  const { avatar, author, username, likes, views, retweets } = picture
  const engagement = [
    { name: 'Likes', value: likes },
    { name: 'Views', value: views },
    { name: 'Retweets', value: retweets },
  ].filter((each) => each.value !== null)
  return (
    <Section>
      <div className={styles.author}>
        <span className={styles.avatar}>
          <Thumb key={avatar} src={avatar} alt="" width={36} height={36} />
        </span>
        <span className="stack tight">
          <span className="strong cut-end" dir="auto">
            {author ?? 'Author not named'}
          </span>
          {username !== null && <span className="hint cut-end">@{username}</span>}
        </span>
      </div>
      {engagement.length > 0 && (
        <dl className={styles.engagement}>
          {engagement.map(({ name, value }) => (
            <div key={name}>
              <dt className="label">{name}</dt>
              <dd className="figure">{figure(value ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

function Facts({ picture }: { picture: GalleryView }): JSX.Element {
  const { id, label, width, height, count, createdAt, keptAt, readAt, others } = picture
  const now = Date.now()
  const size = dimensions(width, height)
  return (
    <>
      <Section title="About">
        <Pairs
          of={[
            { name: 'Id', value: <span className="mono">{id}</span> },
            ...(label === null ? [] : [{ name: 'Label', value: label }]),
            ...(size === null ? [] : [{ name: 'Size', value: size }]),
            { name: 'Pictures', value: figure(count) },
            ...(createdAt === null ? [] : [{ name: 'Posted', value: dateShort(createdAt) }]),
            { name: 'Kept', value: madeAt(keptAt, now) },
            { name: 'As of', value: madeAt(readAt, now) },
          ]}
        />
        {label !== null && (
          <p className={styles.hintBelow}>
            The label is the gallery’s own word. It may name no model that can be ordered with.
          </p>
        )}
      </Section>
      {others.length > 0 && (
        <Section title="Also said by the service">
          <Pairs of={others} />
        </Section>
      )}
    </>
  )
}

interface InspectorProps {
  picture: GalleryView | null
  open: boolean
  onClose: () => void
}

/** Everything about the chosen picture, and what can be done with it. */
export function GalleryInspector({ picture, open, onClose }: InspectorProps): JSX.Element {
  const large = useGallery((gallery) => gallery.open !== null)
  const looking = useGallery((gallery) => gallery.looking)
  const total = useGallery((gallery) => gallery.list?.total ?? 0)
  const openAt = useGallery((gallery) => gallery.openAt)
  const look = useGallery((gallery) => gallery.look)
  const forget = useGallery((gallery) => gallery.forget)
  if (picture === null)
    return (
      <Inspector label="Details" head={<h2 className="title">Details</h2>} open={open} onClose={onClose}>
        <Section>
          <p className="small soft">
            {total === 0
              ? 'Who made a picture, its prompt and its style code stand here. From here they go into Create; nothing is sent by that.'
              : `${plural(total, 'picture')} kept on this computer, with or without the service. Choose one to see who made it and how.`}
          </p>
        </Section>
      </Inspector>
    )
  return (
    <Inspector
      label="Details"
      head={
        <h2 className="strong cut-end" dir="auto">
          {picture.title || picture.id}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Author picture={picture} />
      <PromptSection key={picture.id} picture={picture} />
      {picture.sref !== null && <StyleSection sref={picture.sref} />}
      <Facts picture={picture} />
      <div className={styles.acts}>
        {!large && picture.pictures.length > 0 && (
          <Button look="quiet" onClick={() => openAt(0)}>
            <Expand {...icon} />
            Open large
            <KeyHint keys="↵" />
          </Button>
        )}
        <Button look="quiet" onClick={() => void copyWords(picture.id, 'Id')}>
          <Copy {...icon} />
          Copy id
        </Button>
        <Tooltip words="The service’s answers are good for an hour" placement="left">
          <Button look="quiet" aria-busy={looking} onClick={() => void look(picture.id)}>
            <RotateCw {...icon} />
            {looking ? 'Looking…' : 'Look up again'}
          </Button>
        </Tooltip>
        <Button look="quiet" onClick={() => void forget(picture)}>
          <Trash2 {...icon} />
          Forget
          {!large && <KeyHint keys="Del" />}
        </Button>
      </div>
    </Inspector>
  )
}
