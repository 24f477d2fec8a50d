/** What `picture` begins with where a picture is drawn instead of fetched: `sketch:w34`, `sketch:m27:b`. */
const sketched = /^sketch:([mw])(\d{1,3})(?::(\w{1,8}))?$/

/** What a drawn picture shows. */
export type Shown = { readonly gender: 'man' | 'woman'; readonly age: number; readonly other: string }

/** Whom a picture shows; undefined where the text names no drawn one. */
export function shownBy(picture: string): Shown | undefined {
  const [, letter, age, other = ''] = sketched.exec(picture) ?? []
  return letter === undefined
    ? undefined
    : { gender: letter === 'w' ? 'woman' : 'man', age: Number(age), other }
}

const skins = ['#f3d3b8', '#eac3a2', '#dcae8a', '#c9976f', '#f0cdb4'] as const
const darkHairs = ['#1f1a18', '#2c211c', '#3a2a20', '#4a3426'] as const
const greyHairs = ['#8b8b8b', '#b4b1ac', '#6f6d6a'] as const
const clothes = [
  '#34568b',
  '#7a3b53',
  '#3f6b52',
  '#8a5a2b',
  '#4f4b73',
  '#2f6f7d',
  '#96483c',
  '#5b5f66',
] as const
const walls = ['#dfe5ec', '#e9e4dc', '#dde6e0', '#e6e0e8'] as const

/**
 * A portrait of nobody, in place of a photograph: the same for the same person and picture, with the sex and age it is to show.
 * `person` chooses face, hair and clothes.
 */
function sketch(person: string, { gender, age, other }: Shown): string {
  const random = sequence(`${person} ${other}`)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  const skin = pick(skins)
  const hair = random() < (age - 42) / 30 ? pick(greyHairs) : pick(darkHairs)
  const coat = pick(clothes)
  const wall = pick(walls)
  const [wide, tall] = [25 + random() * 4, 31 + random() * 4]
  const glasses = random() < (age > 45 ? 0.5 : 0.25)
  const beard = gender === 'man' && age > 24 && random() < 0.28
  const child = age < 13
  const [x, y] = [60, child ? 62 : 58]
  const long = gender === 'woman' ? (age > 55 ? 0 : 1 + Math.floor(random() * 2)) : 0
  const bald = gender === 'man' && age > 48 && random() < 0.4
  const parts = [
    `<rect width="120" height="144" fill="${wall}"/><path d="M0 104h120v40H0z" fill="#00000012"/>`,
    long > 0 &&
      `<path d="M${x - wide - 6} ${y}q0-46 ${wide + 6}-46t${wide + 6} 46l${long === 1 ? 2 : 5} ${long === 1 ? 34 : 58}H${x - wide - 8}z" fill="${hair}"/>`,
    `<path d="M${child ? 26 : 12} 144q4-40 48-42t48 42z" fill="${coat}"/>`,
    `<path d="M${x - 10} ${y + 20}h20v26q-10 9-20 0z" fill="${skin}"/><path d="M${x - 10} ${y + 34}q10 9 20 0v6q-10 6-20 0z" fill="#00000018"/>`,
    `<ellipse cx="${x}" cy="${y}" rx="${wide.toFixed(1)}" ry="${tall.toFixed(1)}" fill="${skin}"/>`,
    beard &&
      `<path d="M${x - wide + 2} ${y + 8}q2 26 ${wide - 2} 26t${wide - 2}-26q-6 10-${wide - 2} 10t-${wide - 2}-10z" fill="${hair}" opacity=".75"/>`,
    bald
      ? `<path d="M${x - wide - 1} ${y + 2}q-2-16 5-22-1 12-1 22zM${x + wide + 1} ${y + 2}q2-16-5-22 1 12 1 22z" fill="${hair}"/>`
      : `<path d="M${x - wide - 2} ${y}q-4-40 ${wide + 2}-42t${wide + 2} 42q-4-20-${8 + random() * 8} -24t-${wide * 1.1} 2q-14 4-14 22z" fill="${hair}"/>`,
    [-1, 1]
      .map(
        side =>
          `<circle cx="${x + side * 10}" cy="${y + 3}" r="2.4" fill="#2a2320"/><path d="M${x + side * 10 - 5} ${y - 4}q5-3 10 0" stroke="${hair}" stroke-width="2" fill="none"/>`,
      )
      .join(''),
    glasses &&
      `<g fill="none" stroke="#3c4048" stroke-width="1.8"><circle cx="${x - 10}" cy="${y + 3}" r="7.5"/><circle cx="${x + 10}" cy="${y + 3}" r="7.5"/><path d="M${x - 2.5} ${y + 3}h5"/></g>`,
    `<path d="M${x} ${y + 5}l-3 9h5" fill="none" stroke="#0000002e" stroke-width="1.6"/>`,
    `<path d="M${x - 7} ${y + 20}q7 ${2 + random() * 5} 14 0" fill="none" stroke="#9a4a44" stroke-width="2.2" stroke-linecap="round"/>`,
    age > 50 &&
      `<path d="M${x - 13} ${y + 13}q-3 5-1 9M${x + 13} ${y + 13}q3 5 1 9M${x - 9} ${y - 15}h18" fill="none" stroke="#00000024" stroke-width="1.2"/>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 144">${parts.filter(Boolean).join('')}</svg>`
}

/** Numbers from 0 to 1 that follow from a text. */
function sequence(text: string): () => number {
  let state = 2_166_136_261
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state >>> 8) % 65_536) / 65_536
  }
}

/** The address of a captured picture as a browser takes it; undefined where there is none that may be shown. */
export function addressOfPicture(picture: string, person: string): string | undefined {
  const shown = shownBy(picture)
  if (shown) return `data:image/svg+xml,${encodeURIComponent(sketch(person, shown))}`
  return /^https?:\/\//i.test(picture) ? picture : undefined
}
