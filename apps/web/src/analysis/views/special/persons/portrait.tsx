import type { PersonGender } from '@aisle/contract'

const hues = [212, 24, 172, 302, 46, 338, 262, 128] as const

type Props = {
  /** Tells one from another by colour, and says nothing else. */
  personId: string
  gender: PersonGender
  /** The picture itself, where it was asked for. */
  picture?: string | undefined
  name: string
}

/** A face as it may be shown: a figure without one, or the picture that somebody opened. */
export function Portrait({ personId, gender, picture, name }: Props) {
  if (picture !== undefined)
    return (
      <img className="portrait" src={picture} alt={name} referrerPolicy="no-referrer" draggable={false} />
    )
  const hue = hues[Number(BigInt(/^\d+$/.test(personId) ? personId : '0') % 8n)] ?? hues[0]
  return (
    <svg
      className="portrait"
      viewBox="0 0 60 72"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <rect width="60" height="72" fill={`hsl(${hue} 34% 90%)`} />
      {gender === 'woman' && (
        <path d="M15 44q-4-34 15-34t15 34q-6 4-15 4t-15-4z" fill={`hsl(${hue} 26% 62%)`} />
      )}
      <path d="M6 72q2-22 24-22t24 22z" fill={`hsl(${hue} 30% 52%)`} />
      <circle cx="30" cy="29" r="13" fill={`hsl(${hue} 30% 74%)`} />
      {gender === 'man' && (
        <path d="M16 28q-1-17 14-17t14 17q-3-8-14-8t-14 8z" fill={`hsl(${hue} 26% 46%)`} />
      )}
    </svg>
  )
}
