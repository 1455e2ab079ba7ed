/** One curated picture; practice paints it from its own text. */
export interface PaintedGalleryPicture {
  id: string
  text: string
  promptReady: boolean
  segments: { label: string; text: string }[] | null
  pictures: number
  model: string | null
  sref: string | null
  author: { username: string; name: string }
  createdAt: string
  likes: number
  views: number
  retweets: number
}

export const galleryPictures: PaintedGalleryPicture[] = [
  {
    id: 'g7k2m9q4',
    text: 'A quiet sea at dawn, long swell, one sail far out',
    promptReady: true,
    segments: null,
    pictures: 1,
    model: 'Quillon',
    sref: null,
    author: { username: 'mira_holt', name: 'Mira Holt' },
    createdAt: '2026-09-14T06:12:00.000Z',
    likes: 812,
    views: 40213,
    retweets: 77,
  },
  {
    id: 'g3x8p1v6',
    text: 'Terracotta dunes under a white noon',
    promptReady: true,
    segments: [
      { label: 'Subject', text: 'Terracotta dunes' },
      { label: 'Light', text: 'under a white noon' },
    ],
    pictures: 2,
    model: 'quillon-3h',
    sref: null,
    author: { username: 'okonkwo.studio', name: 'Okonkwo Studio' },
    createdAt: '2026-10-02T17:40:00.000Z',
    likes: 1530,
    views: 90122,
    retweets: 210,
  },
  {
    id: 'g5n4t7w2',
    text: '{"subject":"pine forest","time":"night","mood":"moonlit fog"}',
    promptReady: true,
    segments: null,
    pictures: 1,
    model: 'Sumire',
    sref: '2841095533',
    author: { username: 'yuki_t', name: 'Yuki Tanabe' },
    createdAt: '2026-10-21T22:05:00.000Z',
    likes: 402,
    views: 12044,
    retweets: 31,
  },
  {
    id: 'g2v5k8r3',
    text: '[{"label":"Subject","text":"a lighthouse on a spit"},{"label":"Weather","text":"the hour after a storm"}]',
    promptReady: true,
    segments: null,
    pictures: 1,
    model: 'Sumire',
    sref: null,
    author: { username: 'ines.v', name: 'Inês Vale' },
    createdAt: '2026-10-28T15:31:00.000Z',
    likes: 244,
    views: 8310,
    retweets: 12,
  },
  {
    id: 'g9d1c6z8',
    text: '',
    promptReady: false,
    segments: null,
    pictures: 1,
    model: null,
    sref: null,
    author: { username: 'anon_4412', name: 'anonymous' },
    createdAt: '2026-08-30T09:00:00.000Z',
    likes: 9,
    views: 803,
    retweets: 0,
  },
]
