import { Copy, Expand, RotateCw, Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import type { GalleryView } from '../../../contract/gallery.ts'
import { AsGiven, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Acts, InspectorPane, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { dateShort, dimensions, figure, madeAt } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { copyText } from '../../stores/copy-text.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'
import { PromptSection } from './prompt-section.tsx'
import { StyleSection } from './style-section.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

function Author({ picture }: { picture: GalleryView }): JSX.Element {
  const { avatar, author, username, likes, views, retweets } = picture
  const engagement = [
    { name: t('Likes'), value: likes },
    { name: t('Views'), value: views },
    { name: t('Retweets'), value: retweets },
  ].filter((each) => each.value !== null)
  return (
    <Section>
      <div className={styles.author}>
        <span className={styles.avatar}>
          <Thumb key={avatar} src={avatar} alt="" width={36} height={36} />
        </span>
        <span className="stack tight">
          <span className="strong cut-end">
            {author === null ? t('Author not named') : <AsGiven>{author}</AsGiven>}
          </span>
          {username !== null && (
            <span className="hint cut-end">
              <AsGiven>@{username}</AsGiven>
            </span>
          )}
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
      <Section title={t('About')}>
        <Pairs
          of={[
            { name: t('Id'), value: <AsGiven className="mono">{id}</AsGiven> },
            ...(label === null ? [] : [{ name: t('Label'), value: <AsGiven>{label}</AsGiven> }]),
            ...(size === null ? [] : [{ name: t('Size'), value: size }]),
            { name: t('Pictures'), value: figure(count) },
            ...(createdAt === null ? [] : [{ name: t('Posted'), value: dateShort(createdAt) }]),
            { name: t('Saved'), value: madeAt(keptAt, now) },
            { name: t('As of'), value: madeAt(readAt, now) },
          ]}
        />
        {label !== null && (
          <p className={styles.hintBelow}>
            {t('The label is the gallery’s own and may not match a model you can order.')}
          </p>
        )}
      </Section>
      {others.length > 0 && (
        <Section title={t('More from the service')}>
          <Pairs of={others.map(({ name, value }) => ({ name: apart(name), value: <AsGiven>{value}</AsGiven> }))} />
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
      <InspectorPane
        label={t('Details')}
        head={<h2 className="title">{t('Details')}</h2>}
        open={open}
        onClose={onClose}
      >
        <Section>
          <p className="small soft">
            {total === 0
              ? t('See who made a picture, its prompt and its style code. Use them in Create; nothing is sent.')
              : t(
                  '{total, plural, one {# picture} other {# pictures}} saved on this computer. Select one to see who made it and how.',
                  { total },
                )}
          </p>
        </Section>
      </InspectorPane>
    )
  return (
    <InspectorPane
      label={t('Details')}
      head={
        <h2 className="strong cut-end" {...given}>
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
      <Acts>
        {!large && picture.pictures.length > 0 && (
          <Button look="quiet" onClick={() => openAt(0)}>
            <Expand {...icon} />
            {t('Open large')}
            <KeyHint keys="↵" />
          </Button>
        )}
        <Button look="quiet" onClick={() => void copyText(picture.id, t('Id'))}>
          <Copy {...icon} />
          {t('Copy id')}
        </Button>
        <Tooltip label={t('Refreshes once an hour at most')} placement="start">
          <Button look="quiet" aria-busy={looking} onClick={() => void look(picture.id)}>
            <RotateCw {...icon} />
            {looking ? t('Looking…') : t('Look up again')}
          </Button>
        </Tooltip>
        <Button look="quiet" onClick={() => void forget(picture)}>
          <Trash2 {...icon} />
          {t('Remove')}
          {!large && <KeyHint keys="Del" />}
        </Button>
      </Acts>
    </InspectorPane>
  )
}
